import Management
import Ticketing

/// What a gate's page asks of an event beside its scans: the office's store knows it, or the pack that the gate works on.
protocol GateBooks: Sendable {
    func attendance() throws -> Attendance
    func ticketTypes() throws -> [TicketType]
    /// Tickets by what people type into one field.
    func tickets(typed text: String, limit: Int) throws -> [Ticket]
    /// The names of the guests whom tickets let in.
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]]
    /// The people on a ticket, at the gate of a function or at an event without functions.
    func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket
    /// How the pack stands to its office; nil for the office itself, which has every record as soon as it is written.
    func packState() throws -> PackState?
    /// The same, giving up a server at a deadline.
    func limited(until deadline: ContinuousClock.Instant) -> any GateBooks
}

extension OpenPack: GateBooks {
    func packState() throws -> PackState? { try state() }
    /// A pack is a file, and has no server.
    func limited(until deadline: ContinuousClock.Instant) -> any GateBooks { self }
}

struct OfficeBooks: GateBooks {
    let office: Office
    let event: Event

    func attendance() throws -> Attendance { try office.attendance(of: event) }
    func ticketTypes() throws -> [TicketType] { try office.ticketTypes(of: event) }
    func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try office.tickets(of: event, typed: text, limit: limit)
    }
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]] {
        try office.guestNames(on: tickets, of: event)
    }
    func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket {
        try office.people(on: ticket, at: function, of: event)
    }
    func packState() throws -> PackState? { nil }
    func limited(until deadline: ContinuousClock.Instant) -> any GateBooks {
        OfficeBooks(office: office.limited(until: deadline), event: event)
    }
}
