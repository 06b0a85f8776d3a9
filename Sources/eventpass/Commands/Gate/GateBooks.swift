import Management
import Ticketing

/// The event data that a gate's screen shows beside its scans. The source is the main store or a gate pack.
protocol GateDataSource: Sendable {
    func attendance() throws -> Attendance
    func ticketTypes() throws -> [TicketType]
    /// Tickets that match a text typed into the search field.
    func tickets(typed text: String, limit: Int) throws -> [Ticket]
    /// The names of the guests on tickets.
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]]
    /// The people on a ticket, at the gate of a sub-event or at an event without sub-events.
    func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket
    /// The gate pack's age and unsynchronized records; nil for the main store, which has nothing to synchronize.
    func packState() throws -> GatePackState?
    /// The same source with a deadline for requests to a database server.
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource
}

extension OpenGatePack: GateDataSource {
    func packState() throws -> GatePackState? { try state() }
    /// Ignores the deadline: a gate pack is a local file.
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource { self }
}

struct StoreDataSource: GateDataSource {
    let services: ManagementServices
    let event: Event

    func attendance() throws -> Attendance { try services.reports.attendance(of: event) }
    func ticketTypes() throws -> [TicketType] { try services.ticketTypes.ticketTypes(of: event) }
    func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try services.tickets.tickets(of: event, typed: text, limit: limit)
    }
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]] {
        try services.tickets.guestNames(on: tickets, of: event)
    }
    func people(on ticket: Ticket, at function: Int?) throws -> PeopleOnTicket {
        try services.tickets.people(on: ticket, at: function, of: event)
    }
    func packState() throws -> GatePackState? { nil }
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource {
        StoreDataSource(services: services.limited(until: deadline), event: event)
    }
}
