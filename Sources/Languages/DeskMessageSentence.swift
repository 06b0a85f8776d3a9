/// The messages about the results of actions at the desk, and the titles of browser windows.
public enum DeskMessageSentence: String, SentenceKey {
    public static let subject = "deskMessage"

    // Results of actions
    case draftCreated = "Draft created. Only members can see it."
    case saved = "Saved."
    case changeQueued = "This change queued one message.|This change queued {count} messages."
    case savedAnswersClosed = "Saved. The deadline for answers has passed, so guests can no longer answer."
    case published = "Event published."
    case cancelled = "Cancelled."
    case deleted = "Event deleted. You can restore it for 30 days."
    case restored = "Event restored."
    case duplicated = "Event duplicated. The copy is a draft."
    case added = "Added."
    case removed = "Removed."
    case moved = "Events moved."
    case verified = "Step completed."
    case codeCreated =
        "Code created, but no sender is set up. The owner of this server finds the code with “eventpass notice list --all”."
    case accessRevoked = "Access revoked."
    case orderCreated = "Order created."
    case orderExists = "This order already exists. No new order was created."
    case paid = "Payment recorded."
    case paidBack = "Repayment recorded."
    case refunded = "Tickets refunded. Their price is owed to the buyer."
    case issued = "Issued."
    case issuedCount = "One ticket issued.|{count} tickets issued."
    case blocked = "Ticket blocked. Gates refuse it."
    case unblocked = "Ticket unblocked. Gates accept it again."
    case reissued = "Ticket reissued with a new code. Gates refuse the old code."
    case transferred = "Ticket transferred, with a new code. Gates refuse the old code."
    case corrected =
        "Details corrected. The code stays valid. Printed tickets, saved files and sent messages keep the old details. Refresh gate packs so that gates show the new details."
    case queuedAgain = "Message queued again."
    case invited = "Invited."
    case invitationWithdrawn = "Invitation withdrawn."
    case answerSaved = "Answer saved.|{count} answers saved."
    case imported = "Imported."
    case importedCount = "One guest imported.|{count} guests imported."
    case waitingInEvents = "{waiting}; see Messages in each event"

    // Titles of browser windows
    case guestTitle = "Guest {number}"
    case typeTitle = "Ticket type {number}"
    case editTitle = "Edit: {step}"
    case duplicateTitle = "Duplicate"
    case webhookTitle = "Webhook"
}
