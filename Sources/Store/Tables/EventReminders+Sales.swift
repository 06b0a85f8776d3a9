public import Ticketing

extension EventReminders {
    /// When a daily sales summary is queued, or is not needed because the day had no sales, `claim` records a name. The
    /// name consists of this text and the date of the sales, such as `sales 2026-12-05`.
    public static let salesName = "sales "
    /// The minimum time between two summaries, in seconds. It is less than a day, because a day on which the clock
    /// changes can have 23 hours.
    private static let leastSecondsApart: Int64 = 20 * 3600

    /// The published events that have orders, and whose end is missing or is not before `moment`. An event is omitted
    /// if its last summary was due less than `leastSecondsApart` ago, even if that day had no sales.
    public func eventsToSummarize(at now: Instant, endingAfter moment: Instant) throws -> [Event] {
        // The names of summaries begin with `salesName` (`$2`), which ends with a space. So they sort after this text,
        // but before the same text with `!` in place of the space (`$3`), because `!` is the next character after the
        // space in ASCII.
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
