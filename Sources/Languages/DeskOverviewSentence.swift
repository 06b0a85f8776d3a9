/// The texts of the overview page of an event at the desk, and of the preview of its description.
public enum DeskOverviewSentence: String, SentenceKey {
    public static let subject = "deskOverview"

    case share = "Share"
    case viewPage = "View page"
    case openGate = "Open gate"
    case ofExpected = "of {count} expected"
    case couple = "Couple"
    case danger = "Cancel or delete"
    case setStart = "Set the start"
    case setEnd = "Set the end"
    case enterVenue = "Enter the venue"
    case addTicketType = "Add a ticket type"
    /// “Function” is the word of pages for a sub-event of a celebration (`SubEventSentence`).
    case addSubEvent = "Add a function or a ticket type"
    case preview = "Preview of the saved description"
}
