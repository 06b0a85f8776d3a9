public import Ticketing

/// Why the foyer does not do what somebody asked. What is not theirs to see is not there, and no error tells why.
public enum FoyerError: Error, Hashable, CustomStringConvertible {
    /// No such event, ticket, order or guest, or none by this link.
    case notThere
    case eventOver
    case eventCancelled
    /// Everything that is wrong with what was typed.
    case invalid([FieldFault])
    /// More tickets of an event than one e-mail address may have. How many it has is not told: anybody can type an address.
    case tooManyTickets(limit: Int)
    /// A type with a price whose organizer takes no reservations from visitors.
    case notReservable(String)
    /// Half an hour after doors open, tickets to be paid at the door are not reserved any more.
    case reservationsEnded
    /// As much of the event is reserved by visitors without being confirmed as may be.
    case tooManyUnconfirmed
    case notPassedOn(TransferStop)

    public var description: String {
        switch self {
        case .notThere: "there is nothing by this address, or not any more"
        case .eventOver: "the event is over"
        case .eventCancelled: "the event is cancelled"
        case .invalid(let faults): faults.map(\.description).joined(separator: "; ")
        case .tooManyTickets(let limit): "one e-mail address can reserve up to \(limit) tickets of this event"
        case .notReservable(let type): "“\(type)” can't be reserved here"
        case .reservationsEnded: "reservations have ended; tickets are sold at the door"
        case .tooManyUnconfirmed: "too many reservations are waiting for the organizer; try again later"
        case .notPassedOn(let stop): stop.description
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .notThere: "ask who sent the link for the new one"
        case .tooManyTickets, .notReservable, .tooManyUnconfirmed, .notPassedOn: "ask the organizer"
        case .eventOver, .eventCancelled, .reservationsEnded, .invalid: nil
        }
    }
}

/// Why a holder can't pass a ticket on by themselves.
public enum TransferStop: Hashable, Sendable, CustomStringConvertible {
    case notIssued(Ticket.Status)
    case eventOver
    case eventCancelled
    /// Somebody came in on it.
    case used
    /// It is for the guests that were invited.
    case invitation
    /// As often as a token can say.
    case noIssueLeft

    public var description: String {
        switch self {
        case .notIssued(let status): "the ticket is \(status.rawValue), and can't be passed on"
        case .eventOver: "the event is over"
        case .eventCancelled: "the event is cancelled"
        case .used: "somebody came in on this ticket; it can't be passed on any more"
        case .invitation: "an invitation is for the guests it names, and can't be passed on"
        case .noIssueLeft: "the ticket has changed hands as often as it can"
        }
    }
}
