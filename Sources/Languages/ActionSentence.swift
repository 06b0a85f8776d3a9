/// The texts with which the history of an event and the audit trail describe changes. Each case has the name of the
/// operation that made the change.
public enum ActionSentence: String, SentenceKey {
    public static let subject = "action"

    // Accounts and organizers
    case addUser = "User added"
    case setPassword = "Password set"
    case resetPassword = "Password set with a link"
    case makeEntryLink = "Sign-in link created"
    case pauseSignIn = "Sign-in paused"
    case createOrganizer = "Organizer created"
    case editOrganizer = "Organizer edited"
    case verifyOrganizer = "Verification of the organizer continued"
    case reviewIdentity = "Identity reviewed"
    case reviewAbuse = "Abuse reports reviewed"
    case manageMembers = "Members changed"
    case joinTeam = "Member joined"
    case makeAPIToken = "API token created"
    case revokeAPIToken = "API token revoked"
    case makeWebhook = "Webhook created"
    case endWebhook = "Webhook ended"
    case beginTrail = "Audit trail begun"

    // Events
    case createEvent = "Event created"
    case editEvent = "Event edited"
    case publishEvent = "Event published"
    case cancelEvent = "Event cancelled"
    case deleteEvent = "Event deleted"
    case restoreEvent = "Event restored"
    case duplicateEvent = "Event duplicated"
    case shiftEvents = "Events moved"
    case addType = "Ticket type added"
    case editType = "Ticket type edited"
    case removeType = "Ticket type removed"
    case addSubEvent = "Sub-event added"
    case editSubEvent = "Sub-event edited"
    case removeSubEvent = "Sub-event removed"
    case importSettings = "Settings imported"

    // Orders and tickets
    case createOrder = "Order created"
    case payOrder = "Order paid"
    case refundOrder = "Order refunded"
    case payBackOrder = "Refund paid"
    case cancelOrder = "Order cancelled"
    case confirmReservation = "Reservation confirmed"
    case expireHold = "Reservation expired"
    case dropChange = "Pending change not performed"
    case issueTickets = "Tickets issued"
    case resendTicket = "Message queued again"
    case cancelTicket = "Ticket cancelled"
    case reissueTicket = "Ticket reissued"
    case transferTicket = "Ticket transferred"
    case editTicket = "Ticket edited"
    case blockTicket = "Ticket blocked"
    case unblockTicket = "Ticket unblocked"
    case printTickets = "Tickets printed"
    case releaseSheets = "Sheets released"
    case discardBatch = "Print batch discarded"
    case voidSheet = "Sheet voided"

    // Guests
    case importGuests = "Guests imported"
    case addGuest = "Guest added"
    case editGuest = "Guest edited"
    case removeGuest = "Guest removed"
    case inviteGuests = "Invitations changed"
    case answerInvitation = "Invitation answered"
    case seatGuests = "Tables changed"
    case freezeHeadcount = "Headcount frozen"

    // Gates
    case makePack = "Gate pack created"
    case refreshPack = "Gate pack refreshed"
    case mergeLedgers = "Ledgers merged"
    case enterPaper = "Check-ins on paper entered"
    case pairDevice = "Phone paired"
    case revokeDevice = "Phone revoked"
    case editGateLandmark = "Landmark of a gate changed"
    case setPicture = "Picture changed"
    case removePicture = "Picture removed"
    case setAccent = "Colour changed"
    case acceptClock = "Clock accepted"

    // Messages
    case sendNotices = "Messages sent"
    case writeMessage = "Message written"
    case editTemplate = "Message text changed"
    case addReminder = "Reminder added"
    case editReminder = "Reminder changed"

    /// The sentence for the name of an operation; nil for an unknown name.
    public init?(operation name: String) {
        guard let sentence = ActionSentence.byOperation[name] else { return nil }
        self = sentence
    }

    private static let byOperation = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}
