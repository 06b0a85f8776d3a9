public import Ticketing

/// The state of the outbox of all organizers and of the server itself, for a check of the setup. The queries read all
/// notices.
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

    /// For each channel that could not be used, the answer that is stored with the latest message that was not tried.
    /// Such a message is deferred without an attempt.
    public func outages() throws -> [Notice.Channel: String] {
        var answers: [Notice.Channel: String] = [:]
        try connection.forEachRow(
            """
            SELECT channel, answer FROM notice
            WHERE due IS NOT NULL AND state = 'deferred' AND tries = 0 AND channel IS NOT NULL AND answer <> ''
            ORDER BY changed
            """, []
        ) { answers[try $0.value(0)] = $0.text(1) }
        return answers
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
