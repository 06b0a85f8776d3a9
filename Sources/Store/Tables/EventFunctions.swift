public import Ticketing

extension StoreConnection {
    public var functions: EventFunctions { EventFunctions(connection: self) }
}

/// The functions of celebrations.
public struct EventFunctions {
    let connection: any StoreConnection

    private static let columns = "event, number, kind, name, note, venue, start, ends"

    /// Adds a function. False when its number or name is taken in its event.
    public func insert(_ function: EventFunction) throws -> Bool {
        let details = function.details
        return try connection.execute(
            """
            INSERT INTO event_function (\(EventFunctions.columns), folded_name)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
            """,
            [
                .int(function.event.rawValue), .int(function.number), .text(details.kind.rawValue),
                .text(details.name), .optional(details.note), .optional(details.venue), .optional(details.start),
                .optional(details.end), .text(details.name.folded),
            ]) == 1
    }

    /// Writes a function's details anew; its name must be free.
    public func update(_ function: EventFunction) throws {
        let details = function.details
        try connection.execute(
            """
            UPDATE event_function
            SET kind = $1, name = $2, note = $3, venue = $4, start = $5, ends = $6, folded_name = $7
            WHERE event = $8 AND number = $9
            """,
            [
                .text(details.kind.rawValue), .text(details.name), .optional(details.note), .optional(details.venue),
                .optional(details.start), .optional(details.end), .text(details.name.folded),
                .int(function.event.rawValue), .int(function.number),
            ])
    }

    /// The functions of an event, by number.
    public func all(of event: EventNumber) throws -> [EventFunction] {
        try connection.all(
            "SELECT \(EventFunctions.columns) FROM event_function WHERE event = $1 ORDER BY number",
            [.int(event.rawValue)]
        ) { row in
            EventFunction(
                event: try row.value(0), number: Int(row.integer(1)),
                details: FunctionDetails(
                    kind: try row.value(2), name: row.text(3), note: row.optionalText(4), venue: row.optionalText(5),
                    start: row.optionalInstant(6), end: row.optionalInstant(7)))
        }
    }

    /// Removes a function with its invitations. Nothing of it is in the ledger's places, or this must not be called.
    public func remove(_ number: Int, of event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue), .int(number)]
        try connection.execute("DELETE FROM invitation WHERE event + 0 = $1 AND function = $2", key)
        try connection.execute("DELETE FROM event_function WHERE event = $1 AND number = $2", key)
    }
}
