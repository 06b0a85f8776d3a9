import Languages
public import Ticketing

extension StoreConnection {
    public var subEvents: SubEvents { SubEvents(connection: self) }
}

/// The sub-events of an event.
public struct SubEvents {
    let connection: any StoreConnection

    private static let columns = (["event", "number"] + SubEventDetails.columns).joined(separator: ", ")
    /// The columns that are written for a sub-event's details. `folded_name` is the name without case and accents.
    /// Within an event, the database refuses a second sub-event with the same `folded_name`.
    private static let writtenColumns = SubEventDetails.columns + ["folded_name"]

    /// The next sub-event number of an event. A number is never reused, even after its sub-event is removed.
    public func nextNumber(of event: EventNumber) throws -> Int {
        var number: Int?
        try connection.forEachRow(
            "UPDATE event SET last_sub_event = last_sub_event + 1 WHERE number = $1 RETURNING last_sub_event",
            [.int(event.rawValue)]
        ) { number = try $0.number(0) }
        guard let number else { throw StoreError.concurrentChange(Sentence(StoreError.Text.eventGone)) }
        return number
    }

    /// Adds a sub-event. Returns false if the event already has a sub-event with the same number or name.
    public func insert(_ subEvent: SubEvent) throws -> Bool {
        let columns = ["event", "number"] + SubEvents.writtenColumns
        return try connection.execute(
            """
            INSERT INTO sub_event (\(columns.joined(separator: ", "))) VALUES (\(placeholders(columns.count)))
            ON CONFLICT DO NOTHING
            """,
            [.int(subEvent.event.rawValue), .int(subEvent.number)] + SubEvents.writtenValues(subEvent)) == 1
    }

    /// Replaces the details of a sub-event. The caller must check that no other sub-event of the event has the same
    /// name.
    public func update(_ subEvent: SubEvent) throws {
        let columns = SubEvents.writtenColumns
        try connection.execute(
            """
            UPDATE sub_event SET \(SubEventDetails.assignments(columns))
            WHERE event = $\(columns.count + 1) AND number = $\(columns.count + 2)
            """,
            SubEvents.writtenValues(subEvent) + [.int(subEvent.event.rawValue), .int(subEvent.number)])
    }

    private static func writtenValues(_ subEvent: SubEvent) -> [SQLValue] {
        subEvent.details.columnValues + [.text(subEvent.name.folded)]
    }

    /// The sub-events of an event, sorted by number.
    public func all(of event: EventNumber) throws -> [SubEvent] {
        try connection.all(
            "SELECT \(SubEvents.columns) FROM sub_event WHERE event = $1 ORDER BY number",
            [.int(event.rawValue)],
            SubEvents.subEvent)
    }

    /// The sub-events that take place in a period, sorted by start. Only the events of organizers of which the user is
    /// a member are searched. Sub-events of deleted events, and sub-events without a start, are left out. A sub-event
    /// without an end lasts for `TicketConflict.assumedSeconds`.
    public func all(of user: UserID, from start: Instant, to end: Instant) throws -> [SubEvent] {
        try connection.all(
            """
            SELECT \(SubEvents.columns) FROM sub_event
            WHERE event IN (
                SELECT number FROM event
                WHERE deleted IS NULL AND organizer IN (SELECT organizer FROM membership WHERE person = $1))
                AND start <= $2 AND coalesce(ends, start + \(TicketConflict.assumedSeconds * 1000)) >= $3
            ORDER BY start, event, number
            """, [.int(user.rawValue), .instant(end), .instant(start)], SubEvents.subEvent)
    }

    /// A sub-event; nil if the sub-event does not exist. Its row is locked until the transaction ends, so that nobody
    /// can remove the sub-event. Gates use this lock, and several gates can hold the lock at the same time.
    public func locked(_ number: Int, of event: EventNumber) throws -> SubEvent? {
        try connection.first(
            """
            SELECT event, number, kind, name, note, venue, answer_by, start, ends, capacity
            FROM sub_event WHERE event = $1 AND number = $2 FOR KEY SHARE
            """,
            [.int(event.rawValue), .int(number)]
        ) { row in
            // A gate reads these columns in every transaction. They are therefore read one by one, which is faster than
            // a loop over the list of fields.
            SubEvent(
                event: try row.value(0), number: try row.number(1),
                details: SubEventDetails(
                    kind: try row.value(2), name: row.text(3), note: row.optionalText(4), venue: row.optionalText(5),
                    answerBy: try row.optionalInstant(6), start: try row.optionalInstant(7),
                    end: try row.optionalInstant(8), capacity: try row.optionalNumber(9)))
        }
    }

    /// Waits until no gate holds a lock on a sub-event, and prevents new locks by gates until the transaction ends.
    public func close(_ number: Int, of event: EventNumber) throws {
        try connection.forEachRow(
            "SELECT number FROM sub_event WHERE event = $1 AND number = $2 FOR UPDATE",
            [.int(event.rawValue), .int(number)]
        ) { _ in }
    }

    private static func subEvent(_ row: any SQLRow) throws -> SubEvent {
        var details = SubEventDetails(kind: .other)
        try details.read(row, from: 2)
        return SubEvent(event: try row.value(0), number: try row.number(1), details: details)
    }

    /// Removes a sub-event with its invitations. The caller must first call `close`, and ensure that nobody was ever
    /// admitted to the sub-event.
    public func remove(_ number: Int, of event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue), .int(number)]
        try connection.execute("DELETE FROM invitation WHERE event + 0 = $1 AND sub_event = $2", key)
        try connection.execute("DELETE FROM sub_event WHERE event = $1 AND number = $2", key)
    }
}
