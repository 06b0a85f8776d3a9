public import Ticketing

extension EventReminders {
    /// The beginning of the name that `claim` records for a daily sales summary. The date of the sales follows, as in
    /// `sales 2026-12-05`.
    public static let salesName = "sales "
    /// The minimum time between two summaries, in seconds. It is less than a day, because a day on which the clock
    /// changes can have 23 hours.
    private static let leastSecondsApart: Int64 = 20 * 3600

    /// The published events that have orders, and whose end is missing or is not before `moment`. An event is omitted
    /// if its last summary was due less than `leastSecondsApart` ago. This applies even if that summary was not sent,
    /// because its day had no sales.
    public func eventsToSummarize(at now: Instant, endingAfter moment: Instant) throws -> [Event] {
        // `$2` is `salesName`, which ends with a space, and `$3` has `!` in place of this space. `!` follows the space
        // in ASCII, so the names of all summaries sort between these two texts.
        try connection.all(
            """
            SELECT \(Events.columns) FROM event AS e
            WHERE status = 'published' AND deleted IS NULL AND (ends IS NULL OR ends >= $1)
                AND EXISTS (SELECT 1 FROM ticket_order o WHERE o.event = e.number)
                AND NOT EXISTS (
                    SELECT 1 FROM queued_reminder q
                    WHERE q.event = e.number AND q.name >= $2 AND q.name < $3 AND q.due > $4
                )
            ORDER BY number
            """,
            [
                .instant(moment), .text(EventReminders.salesName), .text(EventReminders.salesName.dropLast() + "!"),
                .instant(now.advanced(bySeconds: -EventReminders.leastSecondsApart)),
            ], connection.events.event)
    }
}
