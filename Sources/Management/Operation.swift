public import Languages
public import Ticketing

/// Every operation, and the right that it requires. The raw values are the names in the audit trail.
public enum Operation: String, LabelledValue {
    public static let subject = "operation"

    // The store itself. Only its local owner may do these operations.
    case addUser, showUsers, sendNotices, readStoreAudit, acceptClock
    // Sign-in
    case setPassword, makeEntryLink
    /// A user sets a new password with a link from a message.
    case resetPassword
    /// Failed sign-ins pause an account. The audit record names the account's user, because the caller is unknown.
    case pauseSignIn
    // The organizer
    case createOrganizer, showOrganizer, editOrganizer, verifyOrganizer, manageMembers, findUser
    /// A person accepts an invitation, and becomes a member.
    case joinTeam
    /// The owner of the server accepts an organizer's identity document, or sends it back.
    case reviewIdentity
    /// The owner of the server turns abuse reports on or off, or closes an abuse report.
    case reviewAbuse
    // API clients
    case showAPITokens, makeAPIToken, revokeAPIToken
    case showWebhooks, makeWebhook, endWebhook
    // Events
    case showEvent, createEvent, editEvent, publishEvent, cancelEvent, deleteEvent, restoreEvent, duplicateEvent
    case shiftEvents, showHistory
    // Ticket types
    case showTypes, addType, editType, removeType
    // Orders
    case showOrders, createOrder, payOrder, refundOrder, payBackOrder, cancelOrder
    /// A visitor confirms a reservation with the link that was sent to the visitor's address.
    case confirmReservation
    /// The capacity of an expired reservation is released, by the first transaction that needs it.
    case expireHold
    /// A pending change (a cancellation or refund) is dropped, because it is no longer possible.
    case dropChange
    // Tickets
    case showTickets, showTokens, issueTickets, resendTicket, cancelTicket, reissueTicket, transferTicket, editTicket
    case blockTicket, unblockTicket
    // Paper
    case showBatches, printTickets, releaseSheets, discardBatch, voidSheet
    // Sub-events and guests
    case showSubEvents, addSubEvent, editSubEvent, removeSubEvent, importSettings
    case showGuests, importGuests, addGuest, editGuest, removeGuest, inviteGuests, answerInvitation, showAttendance
    /// Guests are moved to other tables.
    case seatGuests
    /// The headcount of a celebration, for its caterer.
    case showHeadcount, freezeHeadcount
    // Gates
    case scan, showLedger, makePack, refreshPack, mergeLedgers, enterPaper
    case showDevices, pairDevice, revokeDevice
    /// The description of the way to a gate.
    case editGateLandmark
    // Pictures of events and of their gates
    case setPicture, removePicture
    /// The accent of an event.
    case setAccent
    // Reports
    case reportSales, reportAttendance, readAudit, readNotices
    // Messages
    case writeMessage, editTemplate, addReminder, editReminder
    // Visitors of the public site. These three operations add no audit records.
    case findTickets, changeMessagePreferences, reportAbuse

    public var requiredRight: Role.Right {
        switch self {
        case .createOrganizer: .createOrganizer
        case .showGuests: GuestDetails.visibleTo
        case .showOrders: Buyer.visibleTo
        case .showWebhooks: WebhookDetails.visibleTo
        case .showOrganizer, .showEvent, .showTypes, .showTickets, .showLedger, .showSubEvents,
            .showAttendance, .showBatches, .findTickets, .changeMessagePreferences, .reportAbuse:
            .lookUp
        case .addUser, .showUsers, .sendNotices, .readStoreAudit, .acceptClock, .setPassword, .makeEntryLink,
            .pauseSignIn, .resetPassword, .joinTeam, .reviewIdentity, .reviewAbuse,
            .editOrganizer, .verifyOrganizer, .manageMembers, .findUser, .makeWebhook, .endWebhook:
            .administer
        case .createEvent, .editEvent, .publishEvent, .cancelEvent, .deleteEvent, .restoreEvent, .duplicateEvent,
            .shiftEvents, .addType, .editType, .removeType, .addSubEvent, .editSubEvent, .removeSubEvent,
            .importSettings, .writeMessage, .editTemplate, .addReminder, .editReminder, .importGuests,
            .addGuest, .editGuest, .removeGuest,
            .inviteGuests, .answerInvitation, .freezeHeadcount, .makePack, .refreshPack, .mergeLedgers, .enterPaper,
            .pairDevice, .editGateLandmark, .setPicture, .removePicture,
            .setAccent, .seatGuests,
            .revokeDevice, .makeAPIToken, .revokeAPIToken:
            .manageEvents
        case .showTokens, .issueTickets, .resendTicket, .createOrder, .payOrder, .cancelOrder, .confirmReservation,
            .expireHold, .printTickets, .releaseSheets, .discardBatch:
            .sell
        case .cancelTicket, .reissueTicket, .transferTicket, .editTicket, .blockTicket, .unblockTicket, .refundOrder,
            .payBackOrder, .dropChange, .voidSheet:
            .changeTickets
        case .scan: .scan
        case .reportSales, .reportAttendance, .showHeadcount, .showHistory, .readAudit, .readNotices, .showDevices,
            .showAPITokens:
            .readReports
        }
    }
}
