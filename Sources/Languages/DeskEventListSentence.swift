/// The texts of the list of events at the desk, and of the page that edits several events together.
public enum DeskEventListSentence: String, SentenceKey {
    public static let subject = "deskEventList"

    // The list
    case allEvents = "All events"
    case organizer = "Organizer"
    case notOver = "Not over"
    case today = "Today"
    case nextWeek = "Next 7 days"
    case nextMonth = "Next 30 days"
    case over = "Over"
    case undated = "Without a date"
    case noEvents = "No events yet."
    case noneFound = "No event found for “{text}”."
    case calendar = "Calendar"
    case editEvents = "Edit events"

    // Editing several events
    case batchTitle = "Edit {count} event|Edit {count} events"
    case batchAbout =
        "A field changes only if its box is ticked. If the change is not allowed for one event, no event changes. Nothing changes before you confirm the preview."
    case changeField = "Change {field}"
    case tickToChange = "tick the box above, or leave the field empty"
    case tickOne = "Tick the box of each field that you want to change."
    case tooMany = "At most {limit} events can be edited together."
    case changes = "Changes of each event"
    case noChange = "No change"
    case refused = "Refused: {reason}"
    case refusedRule =
        "The change is refused for at least one event, so no event can be changed. Clear the boxes of the refused events, or of the fields that cause the errors."
    case nothingToChange = "The events already have these values."
    case confirm = "Change {count} event|Change {count} events"
    case keptTimes = "All local times stay the same in the new time zone."
    case changedMeanwhile =
        "The events were changed in the meantime. Nothing was changed. The preview shows the current values."
    case changed = "Events changed."
    case backToEvents = "Back to events"
}
