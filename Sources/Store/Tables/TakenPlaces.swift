public import Ticketing

extension StoreConnection {
    public var takenPlaces: TakenPlaces { TakenPlaces(connection: self) }
}

/// The counters of all that an event has given away: tickets of its types and people at its venue. Sales move them one by
/// one (`TicketTypes.take`, `Events.take`); here they follow the end of everything, and its return.
public struct TakenPlaces {
    let connection: any StoreConnection

    /// Nothing of an event is taken or held any more.
    public func clear(_ event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET issued = 0, held = 0 WHERE event = $1 AND issued + held > 0",
            [.int(event.rawValue)])
        try connection.execute("UPDATE event SET people = 0, held = 0 WHERE number = $1", [.int(event.rawValue)])
    }

    /// The tickets of an event that stand are what is taken. Holds stay as they are.
    public func recount(_ event: EventNumber) throws {
        let standing: [(type: TicketTypeNumber, tickets: Int, people: Int)] = try connection.all(
            """
            SELECT type, count(*), CAST(sum(admits) AS BIGINT) FROM ticket
            WHERE event = $1 AND status IN ('issued', 'blocked') GROUP BY type ORDER BY type
            """, [.int(event.rawValue)]
        ) { (try $0.value(0), Int($0.integer(1)), Int($0.integer(2))) }
        for (type, tickets, _) in standing {
            try connection.execute(
                "UPDATE ticket_type SET issued = $1 WHERE event = $2 AND number = $3",
                [.int(tickets), .int(event.rawValue), .int(type.rawValue)])
        }
        try connection.execute(
            "UPDATE event SET people = $1 WHERE number = $2",
            [.int(standing.map(\.people).reduce(0, +)), .int(event.rawValue)])
    }
}
