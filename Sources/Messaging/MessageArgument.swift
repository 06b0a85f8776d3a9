package import Ticketing

/// A value that the text of a message contains. In organizers' templates, the raw values are used as names, for example
/// in `{event_title}`. The program's translated sentences use the names of the cases instead.
package enum MessageArgument: String, CaseIterable, Sendable {
    // The event
    case eventTitle = "event_title"
    case organizer, start, end, doors
    /// The venue with its address and city.
    case place
    case venue, address, city
    case subEvent = "sub_event"
    /// The organizer's changes, such as `start Sat 5 Dec 18:00 → 19:00`.
    case changes

    // Tickets, orders and invitations
    case ticket, order, total, amount
    /// The number of tickets, of people whom a ticket admits, of scans, or of suggested events.
    case count = "tickets"
    case orders
    case ticketType = "ticket_type"
    /// The day whose sales the message reports, or the day on which the recipient agreed to get news.
    case day
    /// A gate, with its sub-event.
    case gate
    /// The time of an entry or of a gate's last scan, or the time since which a gate has been unable to decide scans.
    case since
    /// The time at which a reservation ends.
    case until
    /// The sub-events to which a guest is invited, with their times.
    case subEvents = "sub_events"
    /// The first deadline for a guest's answers.
    case answerBy = "answer_by"

    // Other values
    case link, code
    /// The subject that the organizer has written for news.
    case messageSubject = "subject"
    case body

    /// The name in the program's translated sentences.
    var sentenceName: String { "\(self)" }

    /// Whether a text without this value would be wrong or meaningless. A template with such an argument is not used
    /// for a message that has no value for it.
    var isEssential: Bool {
        switch self {
        case .changes, .subEvent, .subEvents, .answerBy, .ticket, .order, .total, .amount, .count, .orders, .ticketType,
            .day,
            .gate, .since, .until, .code, .body, .messageSubject:
            true
        case .eventTitle, .organizer, .start, .end, .doors, .place, .venue, .address, .city, .link: false
        }
    }
}

extension Notice.Kind {
    /// The arguments that templates of this kind can contain; nil if organizers cannot change the text of this kind.
    package var templateArguments: [MessageArgument]? {
        let ofEvent: [MessageArgument] = [
            .eventTitle, .organizer, .start, .end, .doors, .place, .venue, .address, .city, .link,
        ]
        return switch self {
        case .confirmEmail, .ticketsFound, .passwordReset, .teamInvitation, .organizerMessage, .newSale, .lowInventory,
            .salesMilestone, .dailySummary, .paymentReceived, .doubleAdmissions, .gateSilent, .gateUndecided,
            .identityReviewed, .recommendations, .popularNearYou:
            nil
        case .eventMoved: ofEvent + [.changes, .subEvent]
        case .subEventCancelled: ofEvent + [.subEvent]
        case .ticketIssued, .ticketReissued, .ticketTransferred: ofEvent + [.ticket]
        case .ticketCancelled: ofEvent + [.ticket, .count]
        case .orderPending, .orderPaid, .paymentPending: ofEvent + [.order, .count, .total, .until]
        case .orderCancelled: ofEvent + [.order]
        case .refundOwed, .refundProcessed: ofEvent + [.order, .amount]
        case .ticketExpiring: ofEvent + [.ticketType, .until]
        case .entryConfirmed: ofEvent + [.ticket, .gate, .since]
        case .invitation: ofEvent + [.ticket, .subEvents, .answerBy]
        case .reservationToConfirm: ofEvent + [.until, .code]
        case .news: ofEvent + [.messageSubject]
        case .eventCancelled, .eventRestored, .reservationLapsed, .invitationWithdrawn, .reminder, .answerReminder:
            ofEvent
        }
    }
}
