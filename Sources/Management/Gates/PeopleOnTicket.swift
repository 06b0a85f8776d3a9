import Store
public import Ticketing

/// The people on one ticket, as a gate sees them.
public struct PeopleOnTicket: Hashable, Sendable {
    /// People inside now.
    public let inside: Int
    /// People whom the ticket admits at the gate. 0 when none of its guests is invited to the gate's function.
    public let admits: Int

    public init(inside: Int, admits: Int) {
        self.inside = inside
        self.admits = admits
    }

    /// - Parameter function: the number of the function that the gate serves; nil counts at all functions.
    fileprivate init(_ ticket: Ticket, at function: Int?, _ connection: any StoreConnection) throws {
        let admits = Int(ticket.admits.rawValue)
        guard let function else {
            self.init(inside: try connection.places.inside(ticket.serial, event: ticket.event), admits: admits)
            return
        }
        let opened = try connection.invitations.opened(by: ticket.serial, of: ticket.event)
        self.init(
            inside: try connection.places.inside(ticket.serial, event: ticket.event, function: function),
            // As a scan decides it (`TicketFacts.allowed`).
            admits: opened.map { opened in min(admits, opened.first { $0.function == function }?.people ?? 0) }
                ?? admits)
    }
}

extension Office {
    /// The people on a ticket at the gate of a function; without a function, at the event as a whole.
    public func people(on ticket: Ticket, at function: Int?, of event: Event) throws -> PeopleOnTicket {
        try look(.showTickets, on: event) { try PeopleOnTicket(ticket, at: function, $0) }
    }
}

extension OpenPack {
    /// As `Office.people(on:at:of:)`, from what the pack knows.
    public func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket {
        try store.read { try PeopleOnTicket(ticket, at: function, $0) }
    }
}
