public import Ticketing

/// Everything that can be done in an organizer's office, and the right it needs. The audit trail knows each by its name.
public enum Operation: String, Hashable, Sendable, CaseIterable {
    // The organizer
    case showOrganizer, verifyOrganizer, manageMembers
    // Events
    case showEvent, createEvent, editEvent, publishEvent, cancelEvent, deleteEvent, restoreEvent, duplicateEvent
    case shiftEvents
    // Ticket types
    case showTypes, addType
    // Tickets
    case showTickets, issueTickets, cancelTicket, reissueTicket
    // Functions and guests
    case showFunctions, addFunction, editFunction, removeFunction, importSettings
    case showGuests, importGuests, inviteGuests, answerInvitation, showAttendance
    // Gates
    case scan, showLedger
    // Reports
    case readAudit, readNotices

    public var right: Role.Right {
        switch self {
        case .showOrganizer, .showEvent, .showTypes, .showTickets, .showLedger, .showFunctions, .showGuests,
            .showAttendance:
            .lookUp
        case .verifyOrganizer, .manageMembers: .administer
        case .createEvent, .editEvent, .publishEvent, .cancelEvent, .deleteEvent, .restoreEvent, .duplicateEvent,
            .shiftEvents, .addType, .addFunction, .editFunction, .removeFunction, .importSettings, .importGuests,
            .inviteGuests:
            .manageEvents
        case .issueTickets, .cancelTicket, .reissueTicket, .answerInvitation: .sell
        case .scan: .scan
        case .readAudit, .readNotices: .readReports
        }
    }
}
