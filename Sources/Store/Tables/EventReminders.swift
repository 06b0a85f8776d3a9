public import Ticketing

extension StoreConnection {
    public var reminders: EventReminders { EventReminders(connection: self) }
}

/// The reminders that organizers defined. Also stores, for each reminder or other scheduled message that was queued,
/// its name and the time at which it was due.
public struct EventReminders {
    let connection: any StoreConnection

    public func all(of event: EventNumber) throws -> [EventReminder] {
        try connection.all(
            """
            SELECT event, number, anchor, minutes, audience, message FROM event_reminder
            WHERE event = $1 ORDER BY number
            """, [.int(event.rawValue)], EventReminders.reminder)
    }

    /// Adds a reminder. Returns false if its number is already used.
    public func add(_ reminder: EventReminder) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO event_reminder (event, number, anchor, minutes, audience, message)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """,
            [
                .int(reminder.event.rawValue), .int(reminder.number), .text(reminder.anchor.rawValue),
                .int(reminder.minutes), .text(reminder.audience.code), .text(reminder.message),
            ]) == 1
    }

    /// Removes a reminder. Returns false if the event has no reminder with the number.
    public func remove(_ number: Int, of event: EventNumber) throws -> Bool {
        try connection.execute(
            "DELETE FROM event_reminder WHERE event = $1 AND number = $2", [.int(event.rawValue), .int(number)]) == 1
    }

    /// Records that the reminder with this name and due time is queued now. Returns false if this server or another
    /// server has already queued it.
    public func claim(_ name: String, of event: EventNumber, due: Instant, at now: Instant) throws -> Bool {
        try claim([name], of: event, due: due, at: now) == 1
    }

    /// Records that the reminders with these names and this due time are queued now. Returns the number of new records.
    @discardableResult
    func claim(_ names: [String], of event: EventNumber, due: Instant, at now: Instant) throws -> Int {
        try connection.execute(
            """
            INSERT INTO queued_reminder (event, name, due, queued) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
            """, rows: names.map { [.int(event.rawValue), .text($0), .instant(due), .instant(now)] }
        ).reduce(0, +)
    }

    /// Whether the reminder with this name and due time was queued.
    public func isClaimed(_ name: String, of event: EventNumber, due: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM queued_reminder WHERE event = $1 AND name = $2 AND due = $3",
            [.int(event.rawValue), .text(name), .instant(due)]
        ) { _ in true } ?? false
    }

    /// The published events that start at or before `to` and end at or after `from`, earliest first. An event without
    /// an end counts as ending at its start. Deleted events are omitted.
    public func events(from: Instant, to: Instant) throws -> [Event] {
        try connection.all(
            """
            SELECT \(Events.columns) FROM event
            WHERE status = 'published' AND deleted IS NULL AND start IS NOT NULL AND start <= $1
                AND coalesce(ends, start) >= $2 ORDER BY start, number
            """, [.instant(to), .instant(from)], connection.events.event)
    }

    /// The deadlines for guests' answers that lie after `now` and at or before `end`, each with the number of its
    /// event. They include the deadlines of events and the deadlines of sub-events.
    public func answerDeadlines(
        after now: Instant, to end: Instant
    ) throws -> [(event: EventNumber, deadline: Instant)] {
        try connection.all(
            """
            SELECT event, answer_by FROM sub_event WHERE answer_by > $1 AND answer_by <= $2
            UNION SELECT number, answer_by FROM event WHERE answer_by > $1 AND answer_by <= $2
            ORDER BY 1, 2
            """, [.instant(now), .instant(end)]
        ) { (try $0.value(0), try $0.instant(1)) }
    }

    private static func reminder(_ row: any SQLRow) throws -> EventReminder {
        guard let audience = NoticeAudience(code: row.text(4)) else {
            throw InvalidColumnValue(column: 4, value: row.text(4), kind: "audience")
        }
        return EventReminder(
            event: try row.value(0), number: try row.number(1), anchor: try row.value(2),
            minutes: Int(row.integer(3)), audience: audience, message: row.text(5))
    }
}
