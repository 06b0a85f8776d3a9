public import Ticketing

extension EventReminders {
    /// The beginning of the names under which `claim` records the daily sales summaries that were handled. The date of
    /// the sales follows, as in `sales 2026-12-05`. On a day without sales, no summary is queued, but the name is
    /// recorded, too.
    public static let salesName = "sales "
    /// The minimum time between two summaries, in seconds. It is less than a day, because a day on which the clock
    /// changes can have 23 hours.
    private static let leastSecondsApart: Int64 = 20 * 3600

    /// The published events that have orders, and whose end is missing or is not before `moment`. Events with a recent
    /// sales summary are omitted.
    public func eventsToSummarize(at now: Instant, endingAfter moment: Instant) throws -> [Event] {
        // The names of summaries begin with `salesName`. They are therefore at least this text (`$2`), and less than
        // the same text with `!` in place of the space (`$3`), because `!` follows the space in ASCII.
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
