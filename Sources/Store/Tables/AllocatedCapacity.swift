public import Ticketing

extension StoreConnection {
    public var allocatedCapacity: AllocatedCapacity { AllocatedCapacity(connection: self) }
}

/// The counters of an event's sold capacity: the number of tickets of each type, and the number of people on all
/// tickets. Each sale changes these counters (`TicketTypes.allocate`, `Events.allocate`). This type resets the counters
/// when all tickets of an event are cancelled or restored together.
public struct AllocatedCapacity {
    let connection: any StoreConnection

    /// Sets all counters of an event to zero, including reservations.
    public func clear(_ event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET issued = 0, reserved = 0 WHERE event = $1 AND issued + reserved > 0",
            [.int(event.rawValue)])
        try connection.execute("UPDATE event SET people = 0, reserved = 0 WHERE number = $1", [.int(event.rawValue)])
    }

    /// Counts the active tickets of an event, and the people on them, and stores the numbers. The counters of types
    /// without active tickets are not changed, so the caller must ensure that they are already zero. Reservations are
    /// not changed, either.
    public func recount(_ event: EventNumber) throws {
        let active: [(type: TicketTypeNumber, tickets: Int, people: Int)] = try connection.all(
            """
            SELECT type, count(*), CAST(sum(admits) AS BIGINT) FROM ticket
            WHERE event = $1 AND status IN ('issued', 'blocked') GROUP BY type ORDER BY type
            """, [.int(event.rawValue)]
        ) { (try $0.value(0), try $0.number(1), try $0.number(2)) }
        for (type, tickets, _) in active {
            try connection.execute(
                "UPDATE ticket_type SET issued = $1 WHERE event = $2 AND number = $3",
                [.int(tickets), .int(event.rawValue), .int(type.rawValue)])
        }
        try connection.execute(
            "UPDATE event SET people = $1 WHERE number = $2",
            [.int(active.map(\.people).reduce(0, +)), .int(event.rawValue)])
    }
}
