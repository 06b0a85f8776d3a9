public import Ticketing

extension StoreConnection {
    public var subEvents: SubEvents { SubEvents(connection: self) }
}

/// The sub-events of an event. A sub-event is a part of its event, such as a dinner.
public struct SubEvents {
    let connection: any StoreConnection

    private static let columns = "event, number, kind, name, note, venue, start, ends, capacity"

    /// The next sub-event number of an event. A number is never reused, even after its sub-event is removed.
    public func nextNumber(of event: EventNumber) throws -> Int {
        var number: Int?
        try connection.forEachRow(
            "UPDATE event SET last_sub_event = last_sub_event + 1 WHERE number = $1 RETURNING last_sub_event",
            [.int(event.rawValue)]
        ) { number = try $0.number(0) }
        guard let number else { throw StoreError.concurrentChange("the event no longer exists") }
        return number
    }

    /// Adds a sub-event. Returns false if the event already has a sub-event with the same number or name.
    public func insert(_ subEvent: SubEvent) throws -> Bool {
        let details = subEvent.details
        return try connection.execute(
            """
            INSERT INTO sub_event (\(SubEvents.columns), folded_name)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
            """,
            [
                .int(subEvent.event.rawValue), .int(subEvent.number), .text(details.kind.rawValue),
                .text(details.name), .optional(details.note), .optional(details.venue), .optional(details.start),
                .optional(details.end), .optional(details.capacity), .text(details.name.folded),
            ]) == 1
    }

    /// Replaces the details of a sub-event. The caller must check that no other sub-event of the event has the same
    /// name.
    public func update(_ subEvent: SubEvent) throws {
        let details = subEvent.details
        try connection.execute(
            """
            UPDATE sub_event
            SET kind = $1, name = $2, note = $3, venue = $4, start = $5, ends = $6, folded_name = $7, capacity = $8
            WHERE event = $9 AND number = $10
            """,
            [
                .text(details.kind.rawValue), .text(details.name), .optional(details.note), .optional(details.venue),
                .optional(details.start), .optional(details.end), .text(details.name.folded),
                .optional(details.capacity), .int(subEvent.event.rawValue), .int(subEvent.number),
            ])
    }

    /// The sub-events of an event, sorted by number.
    public func all(of event: EventNumber) throws -> [SubEvent] {
        try connection.all(
            "SELECT \(SubEvents.columns) FROM sub_event WHERE event = $1 ORDER BY number",
            [.int(event.rawValue)],
            SubEvents.subEvent)
    }

    /// A sub-event, locked against removal until the transaction ends; nil if the sub-event does not exist. Gates use
    /// this lock, and several gates can hold the lock at the same time.
    public func locked(_ number: Int, of event: EventNumber) throws -> SubEvent? {
        try connection.first(
            "SELECT \(SubEvents.columns) FROM sub_event WHERE event = $1 AND number = $2 FOR KEY SHARE",
            [.int(event.rawValue), .int(number)], SubEvents.subEvent)
    }

    /// Waits until no gate holds a lock on a sub-event, and prevents new locks by gates until the transaction ends.
    public func close(_ number: Int, of event: EventNumber) throws {
        try connection.forEachRow(
            "SELECT number FROM sub_event WHERE event = $1 AND number = $2 FOR UPDATE",
            [.int(event.rawValue), .int(number)]
        ) { _ in }
    }

    private static func subEvent(_ row: any SQLRow) throws -> SubEvent {
        SubEvent(
            event: try row.value(0), number: try row.number(1),
            details: SubEventDetails(
                kind: try row.value(2), name: row.text(3), note: row.optionalText(4), venue: row.optionalText(5),
                start: try row.optionalInstant(6), end: try row.optionalInstant(7), capacity: try row.optionalNumber(8))
        )
    }

    /// Removes a sub-event with its invitations. The sub-event must be closed. This method must not be called if anyone
    /// was admitted to the sub-event.
    public func remove(_ number: Int, of event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue), .int(number)]
        try connection.execute("DELETE FROM invitation WHERE event + 0 = $1 AND sub_event = $2", key)
        try connection.execute("DELETE FROM sub_event WHERE event = $1 AND number = $2", key)
    }
}
