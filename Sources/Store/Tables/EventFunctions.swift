public import Ticketing

extension StoreConnection {
    public var functions: EventFunctions { EventFunctions(connection: self) }
}

/// The sub-events of an event.
public struct EventFunctions {
    let connection: any StoreConnection

    private static let columns = "event, number, kind, name, note, venue, start, ends, capacity"

    /// The next sub-event number of an event. A number is never reused, even after its sub-event is removed.
    public func nextNumber(of event: EventNumber) throws -> Int {
        var number: Int?
        try connection.forEachRow(
            "UPDATE event SET last_function = last_function + 1 WHERE number = $1 RETURNING last_function",
            [.int(event.rawValue)]
        ) { number = try $0.number(0) }
        guard let number else { throw StoreError.concurrentChange("the event no longer exists") }
        return number
    }

    /// Adds a sub-event. False if its number or name is taken in its event.
    public func insert(_ function: EventFunction) throws -> Bool {
        let details = function.details
        return try connection.execute(
            """
            INSERT INTO event_function (\(EventFunctions.columns), folded_name)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
            """,
            [
                .int(function.event.rawValue), .int(function.number), .text(details.kind.rawValue),
                .text(details.name), .optional(details.note), .optional(details.venue), .optional(details.start),
                .optional(details.end), .optional(details.capacity), .text(details.name.folded),
            ]) == 1
    }

    /// Replaces the details of a sub-event. Its name must be free.
    public func update(_ function: EventFunction) throws {
        let details = function.details
        try connection.execute(
            """
            UPDATE event_function
            SET kind = $1, name = $2, note = $3, venue = $4, start = $5, ends = $6, folded_name = $7, capacity = $8
            WHERE event = $9 AND number = $10
            """,
            [
                .text(details.kind.rawValue), .text(details.name), .optional(details.note), .optional(details.venue),
                .optional(details.start), .optional(details.end), .text(details.name.folded),
                .optional(details.capacity), .int(function.event.rawValue), .int(function.number),
            ])
    }

    /// The sub-events of an event, by number.
    public func all(of event: EventNumber) throws -> [EventFunction] {
        try connection.all(
            "SELECT \(EventFunctions.columns) FROM event_function WHERE event = $1 ORDER BY number",
            [.int(event.rawValue)],
            EventFunctions.function)
    }

    /// A sub-event, locked against removal until the transaction ends. Used by gates; the lock is shared.
    public func held(_ number: Int, of event: EventNumber) throws -> EventFunction? {
        try connection.first(
            "SELECT \(EventFunctions.columns) FROM event_function WHERE event = $1 AND number = $2 FOR KEY SHARE",
            [.int(event.rawValue), .int(number)], EventFunctions.function)
    }

    /// Waits until no gate has locked a sub-event, and keeps gates from locking it until the transaction ends.
    public func close(_ number: Int, of event: EventNumber) throws {
        try connection.forEachRow(
            "SELECT number FROM event_function WHERE event = $1 AND number = $2 FOR UPDATE",
            [.int(event.rawValue), .int(number)]
        ) { _ in }
    }

    private static func function(_ row: any SQLRow) throws -> EventFunction {
        EventFunction(
            event: try row.value(0), number: try row.number(1),
            details: FunctionDetails(
                kind: try row.value(2), name: row.text(3), note: row.optionalText(4), venue: row.optionalText(5),
                start: try row.optionalInstant(6), end: try row.optionalInstant(7), capacity: try row.optionalNumber(8))
        )
    }

    /// Removes a sub-event with its invitations. It must be closed, and nobody was admitted there.
    public func remove(_ number: Int, of event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue), .int(number)]
        try connection.execute("DELETE FROM invitation WHERE event + 0 = $1 AND function = $2", key)
        try connection.execute("DELETE FROM event_function WHERE event = $1 AND number = $2", key)
    }
}
