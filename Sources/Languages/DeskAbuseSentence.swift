/// The texts of the page on which the owner of the server reads and closes the reports of visitors about events.
public enum DeskAbuseSentence: String, SentenceKey {
    public static let subject = "deskAbuse"

    case title = "Abuse reports"
    case on = "Visitors can report public events. Only you see the reports."
    case off = "Abuse reports are off. Visitors can’t report events."
    case none = "No open reports."
    case text = "Description"
    case reporter = "E-mail address"
    case received = "Received"
    case note = "Note"
    case noteHint =
        "The note is stored in the audit trail of the store. The organizer does not see the note. When you close the report, the reporter’s e-mail address is deleted."
    case close = "Close report"
    case notClosed = "The report was not closed."
    case unstored =
        "One more report about this event was counted but not stored.|{count} more reports about this event were counted but not stored."
    case open = "One open abuse report|{count} open abuse reports"
    case manyOpen = "More than {most} open abuse reports"
}
