public import Ticketing

/// The state of the whole outbox, for a check of the setup. The queries read all notices.
extension Notices {
    /// The numbers of unsent notices to e-mail addresses and to phone numbers.
    public func unsentByAddress() throws -> Unsent {
        try connection.first(
            """
            SELECT count(*), coalesce(sum(CASE WHEN recipient LIKE '%@%' THEN 1 ELSE 0 END), 0) FROM notice
            WHERE due IS NOT NULL
            """, []
        ) { row in
            Unsent(toEmail: try row.number(1), toPhone: try row.number(0) - row.number(1))
        } ?? Unsent(toEmail: 0, toPhone: 0)
    }

    /// The last failure of a channel (for example e-mail) that cannot be used.
    public struct Outage: Hashable, Sendable {
        /// The reason why the channel could not be used.
        public let answer: String
        public let time: Instant
        /// The creation time of the oldest message that waits because of this failure.
        public let waitingSince: Instant
    }

    /// The last failures of the channels that cannot be used. As long as a channel cannot be used, its messages are
    /// deferred without an attempt to send them.
    public func outages() throws -> [Notice.Channel: Outage] {
        var outages: [Notice.Channel: Outage] = [:]
        try connection.forEachRow(
            """
            SELECT channel, answer, coalesce(changed, created), created FROM notice
            WHERE due IS NOT NULL AND state = 'deferred' AND (tries = 0 OR reason = 'outage')
                AND channel IS NOT NULL AND answer <> ''
            ORDER BY changed
            """, []
        ) { row in
            let channel: Notice.Channel = try row.value(0)
            let created = try row.instant(3)
            outages[channel] = Outage(
                answer: row.text(1), time: try row.instant(2),
                waitingSince: min(created, outages[channel]?.waitingSince ?? created))
        }
        return outages
    }

    /// The number of notices that were sent since a moment, and the number of notices that failed or came back since
    /// then.
    public func results(since moment: Instant) throws -> (sent: Int, failed: Int) {
        let counted = try connection.first(
            """
            SELECT coalesce(sum(CASE WHEN state IN ('sent', 'delivered') THEN 1 ELSE 0 END), 0),
                coalesce(sum(CASE WHEN state IN ('failed', 'bounced') THEN 1 ELSE 0 END), 0)
            FROM notice WHERE changed >= $1
            """, [.instant(moment)]
        ) { (sent: try $0.number(0), failed: try $0.number(1)) }
        return counted ?? (sent: 0, failed: 0)
    }
}
