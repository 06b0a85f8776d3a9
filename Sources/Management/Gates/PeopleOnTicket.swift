import Store
public import Ticketing

/// The people on a ticket, as a gate counts them.
public struct PeopleOnTicket: Hashable, Sendable {
    /// People inside now.
    public let inside: Int
    /// The number of people whom the ticket admits at the gate. 0 if none of its guests is invited to the gate's
    /// sub-event.
    public let admits: Int

    public init(inside: Int, admits: Int) {
        self.inside = inside
        self.admits = admits
    }

    /// - Parameter function: the number of the gate's sub-event; nil counts people at all sub-events.
    fileprivate init(_ ticket: Ticket, at function: Int?, _ connection: any StoreConnection) throws {
        let admits = Int(ticket.admits.rawValue)
        guard let function else {
            self.init(inside: try connection.slots.inside(ticket.serial, event: ticket.event), admits: admits)
            return
        }
        let opened = try connection.invitations.accesses(by: ticket.serial, of: ticket.event)
        self.init(
            inside: try connection.slots.inside(ticket.serial, event: ticket.event, function: function),
            // The same rule as for a scan (`TicketSnapshot.allowed`).
            admits: opened.map { opened in min(admits, opened.first { $0.function == function }?.people ?? 0) }
                ?? admits)
    }
}

extension TicketService {
    /// The people on a ticket at the gate of a sub-event; without one, at the event as a whole.
    public func people(on ticket: Ticket, at function: Int?, of event: Event) throws -> PeopleOnTicket {
        try services.read(.showTickets, on: event) { try PeopleOnTicket(ticket, at: function, $0) }
    }
}

extension OpenGatePack {
    /// As `TicketService.people(on:at:of:)`, from the pack's data.
    public func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket {
        try store.read { try PeopleOnTicket(ticket, at: function, $0) }
    }
}
