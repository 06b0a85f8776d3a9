public import Ticketing

extension StoreConnection {
    public var eventAccents: EventAccents { EventAccents(connection: self) }
}

/// The accents of events.
public struct EventAccents {
    let connection: any StoreConnection

    /// The accent of an event; nil if none was chosen.
    public func accent(of event: EventNumber) throws -> Colour? {
        try connection.first("SELECT accent FROM event_accent WHERE event = $1", [.int(event.rawValue)]) { row in
            guard let accent = Colour(row.text(0)) else {
                throw InvalidColumnValue(column: 0, value: row.text(0), kind: "Colour")
            }
            return accent
        }
    }

    /// Sets the accent of an event; nil removes the stored accent.
    public func set(_ accent: Colour?, of event: EventNumber) throws {
        guard let accent else {
            try connection.execute("DELETE FROM event_accent WHERE event = $1", [.int(event.rawValue)])
            return
        }
        try connection.execute(
            """
            INSERT INTO event_accent (event, accent) VALUES ($1, $2)
            ON CONFLICT (event) DO UPDATE SET accent = excluded.accent
            """,
            [.int(event.rawValue), .text("\(accent)")])
    }
}
