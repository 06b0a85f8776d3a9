/// The texts of the desk’s page that creates an event.
public enum DeskNewEventSentence: String, SentenceKey {
    public static let subject = "deskNewEvent"

    case when = "When"
    case place = "Where"
    case tickets = "Tickets"
    case endHint = "Leave empty for 4 hours after the start."
    case venueHint = "A published event needs a venue."
    case typeName = "Ticket type"
    case typeHint = "Leave the type, the price and the quantity empty to save a draft without a ticket type."
    case standardType = "Standard"
    case priceHint = "Free if empty or 0."
    case poster = "Poster"
    case advanced = "Advanced"
    case notVerified = "The organizer is not verified yet, so the event can only be saved as a draft."
    case verify = "Verify the organizer"
    case publish = "Publish"
    case saveDraft = "Save as draft"
    case later =
        "You can change everything later, except the ticket security. Only members can see a draft."
    case choosePosterAgain = "Choose the picture again."
    case notCreated = "No event was created."
}
