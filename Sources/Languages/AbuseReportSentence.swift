/// The sentences of the public page on which visitors report an event to the owner of the server.
public enum AbuseReportSentence: String, SentenceKey {
    public static let subject = "abuseReport"

    // The form
    case title = "Report this event"
    case about =
        "Report an event that is fraudulent, misleading, offensive or illegal. Only the owner of this server sees the report and your e-mail address."
    case reason = "Reason"
    case chooseReason = "Choose a reason"
    case fraud = "Fraud or fake event"
    case misleading = "Misleading information"
    case offensive = "Offensive content"
    case illegal = "Illegal event or content"
    case other = "Another reason"
    case text = "Description"
    case textHint = "At most {limit} characters. If you choose “Another reason”, describe it here."
    case email = "E-mail address for questions (optional)"
    case emailHint = "The server deletes the address when the owner closes the report."
    case send = "Send report"

    // Faults
    case notSent = "The report was not sent."
    case notSentBecause = "The report was not sent. {reason}"
    case reasonFault = "Choose a reason."
    case textMissing = "Describe the reason."
    case textLong = "Enter at most {limit} characters. The text has {length}."
    case textCharacter = "Remove the invisible characters."

    // After the form was sent
    case sentTitle = "Report received"
    case sent = "The server has received your report about {event}. The owner of the server can read it."
    case sentAbout =
        "The server sends no message about the report. If an event has {limit} open reports, the server counts further reports but does not store their texts."
    case backToEvent = "Back to the event"
}
