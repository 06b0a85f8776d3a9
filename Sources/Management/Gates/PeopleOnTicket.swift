import Store
public import Ticketing

/// For one ticket, the number of people who are inside, and the number of people whom the ticket admits. Both numbers
/// are counted by the rules that gates use.
public struct PeopleOnTicket: Hashable, Sendable {
    /// The number of people inside now.
    public let inside: Int
    /// The number of people whom the ticket admits at the gate; 0 if its guests are not invited to the gate's
    /// sub-event.
    public let admits: Int

    public init(inside: Int, admits: Int) {
        self.inside = inside
        self.admits = admits
    }

    /// Counts the people on a ticket.
    ///
    /// - Parameter subEvent: the number of the gate's sub-event; if nil, the people at all sub-events are counted.
    fileprivate init(_ ticket: Ticket, at subEvent: Int?, _ connection: any StoreConnection) throws {
        let admits = Int(ticket.admits.rawValue)
        guard let subEvent else {
            self.init(inside: try connection.slots.inside(ticket.serial, event: ticket.event), admits: admits)
            return
        }
        let opened = try connection.invitations.accesses(by: ticket.serial, of: ticket.event)
        self.init(
            inside: try connection.slots.inside(ticket.serial, event: ticket.event, subEvent: subEvent),
            // Scans use the same rule (`TicketSnapshot.allowed`).
            admits: opened.map { opened in min(admits, opened.first { $0.subEvent == subEvent }?.people ?? 0) }
                ?? admits)
    }
}

extension TicketService {
    /// The people on a ticket at a sub-event, or at the whole event if `subEvent` is nil.
    public func people(on ticket: Ticket, at subEvent: Int?, of event: Event) throws -> PeopleOnTicket {
        try services.read(.showTickets, on: event) { try PeopleOnTicket(ticket, at: subEvent, $0) }
    }
}

extension OpenGatePack {
    /// Does the same as `TicketService.people(on:at:of:)`, with the pack's data.
    public func people(on ticket: Ticket, at subEvent: Int?) throws -> PeopleOnTicket {
        try store.read { try PeopleOnTicket(ticket, at: subEvent, $0) }
    }
}
