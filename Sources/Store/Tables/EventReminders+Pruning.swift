public import Ticketing

/// Removes old records from the table `queued_reminder`. The method `claim` writes such a record when a reminder or
/// another scheduled message is queued.
extension EventReminders {
    /// The condition under which a record `q` of an event `e` can be removed. The condition does not test whether the
    /// event is over; `prunableEvent` tests that. If the event has no end time and was not deleted, the records of
    /// messages about double admissions stay: without these records, the messages would be queued again.
    private static let removable = """
        q.queued <= $1 AND (e.ends IS NOT NULL OR e.deleted IS NOT NULL OR q.name < $2 OR q.name >= $3)
        """

    private static func values(_ moment: Instant) -> [SQLValue] {
        let double = EventReminders.doubleAdmissionsName
        // The names of the records about double admissions begin with `$2`, a text that ends with a space. `$3` has `!`
        // in place of this space. `!` follows the space in ASCII, so these names sort between the two texts.
        return [.instant(moment), .text(double), .text(double.dropLast() + "!")]
    }

    /// An event that has records to remove. The event ended or was deleted at or before `moment`, and the records were
    /// also made at or before `moment`. An event without an end counts as ending at its start. Nil if there is no such
    /// event.
    ///
    /// - Parameter last: only events with higher numbers are searched; nil for all events.
    public func prunableEvent(after last: EventNumber?, until moment: Instant) throws -> EventNumber? {
        try connection.first(
            """
            SELECT e.number FROM event e
            WHERE (e.deleted <= $1 OR coalesce(e.ends, e.start) <= $1)
                AND EXISTS (SELECT 1 FROM queued_reminder q WHERE q.event = e.number AND \(EventReminders.removable))
                AND e.number > $4
            ORDER BY e.number LIMIT 1
            """, EventReminders.values(moment) + [.integer(last.map { Int64($0.rawValue) } ?? 0)]
        ) { try $0.value(0) }
    }

    /// Removes records of an event that `prunableEvent` has found; at most `limit`.
    ///
    /// - Returns: the number of removed records.
    public func prune(_ event: EventNumber, until moment: Instant, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM queued_reminder WHERE (event, name, due) IN (
                SELECT q.event, q.name, q.due FROM queued_reminder q JOIN event e ON e.number = q.event
                WHERE \(EventReminders.removable) AND q.event = $4 LIMIT $5
            )
            """, EventReminders.values(moment) + [.int(event.rawValue), .int(limit)])
    }
}
