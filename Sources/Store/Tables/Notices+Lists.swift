public import Ticketing

extension Notices {
    /// The number of an event's notices in each state.
    public func counts(of event: EventNumber) throws -> [NoticeDelivery.State: Int] {
        try counts("event", .int(event.rawValue))
    }

    /// The number of an organizer's notices in each state.
    public func counts(of organizer: OrganizerNumber) throws -> [NoticeDelivery.State: Int] {
        try counts("organizer", .int(organizer.rawValue))
    }

    private func counts(_ column: StaticString, _ number: SQLValue) throws -> [NoticeDelivery.State: Int] {
        var counts: [NoticeDelivery.State: Int] = [:]
        try connection.forEachRow("SELECT state, count(*) FROM notice WHERE \(column) = $1 GROUP BY state", [number]) {
            counts[try $0.value(0)] = try $0.number(1)
        }
        return counts
    }

    /// An organizer's notices in the given state that are newer than the position `last`, oldest first; at most
    /// `limit`.
    public func page(
        of organizer: OrganizerNumber, in state: NoticeDelivery.State, after last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try connection.all(
            """
            SELECT \(Notices.columns) FROM notice
            WHERE organizer = $1 AND state = $2 AND (created, notice_key) > ($3, $4)
            ORDER BY created, notice_key LIMIT $5
            """,
            [
                .int(organizer.rawValue), .text(state.rawValue), .integer(last?.created.milliseconds ?? .min),
                .text(last?.key ?? ""), .int(limit),
            ], Notices.notice)
    }

    /// The latest notices to a recipient's own address from all organizers, newest first; at most `limit`.
    public func latest(to recipient: String, limit: Int) throws -> [Notice] {
        // There is one query for each of the three conditions in `parts`, because each of them has its own index.
        let parts = ["sent IS NOT NULL", "due IS NOT NULL AND sent IS NULL", "due IS NULL AND sent IS NULL"]
        return try parts.flatMap { condition in
            try connection.all(
                """
                SELECT \(Notices.columns) FROM notice WHERE recipient = $1 AND \(condition)
                ORDER BY \(condition == parts[0] ? "sent" : "created") DESC LIMIT $2
                """, [.text(recipient), .int(limit)], Notices.notice)
        }.sorted { ($0.delivery.sent ?? $0.created) > ($1.delivery.sent ?? $1.created) }.prefix(limit).map(\.self)
    }

    /// The notices to a recipient's own address that are older than the position `last`, newest first; at most `limit`.
    public func page(to recipient: String, before last: Notice.Cursor?, limit: Int) throws -> [Notice] {
        let found = try ["sent IS NOT NULL", "due IS NOT NULL AND sent IS NULL", "due IS NULL AND sent IS NULL"]
            .flatMap { condition in
                try connection.all(
                    """
                    SELECT \(Notices.columns) FROM notice
                    WHERE recipient = $1 AND \(condition) AND (created, notice_key) < ($2, $3)
                    ORDER BY created DESC, notice_key DESC LIMIT $4
                    """,
                    [
                        .text(recipient), .integer(last?.created.milliseconds ?? .max), .text(last?.key ?? ""),
                        .int(limit),
                    ], Notices.notice)
            }
        return found.sorted { first, second in
            // Keys are compared byte by byte here, because the store compares them in this way.
            first.created == second.created
                ? second.key.utf8.lexicographicallyPrecedes(first.key.utf8) : first.created > second.created
        }.prefix(limit).map(\.self)
    }

    /// The number of notices to a recipient's own address that were queued after a moment; at most `limit`.
    public func count(to recipient: String, since moment: Instant, limit: Int) throws -> Int {
        let conditions = ["sent > $2", "due IS NOT NULL AND sent IS NULL", "due IS NULL AND sent IS NULL"]
        let count = try conditions.reduce(0) { sum, condition in
            guard sum < limit else { return sum }
            return try sum
                + (connection.first(
                    """
                    SELECT count(*) FROM (
                        SELECT 1 FROM notice WHERE recipient = $1 AND created > $2 AND \(condition) LIMIT $3
                    ) AS found
                    """, [.text(recipient), .instant(moment), .int(limit)]
                ) { try $0.number(0) } ?? 0)
        }
        return min(count, limit)
    }

    /// Counts the organizer's notices that were queued since the given time and did not reach their recipients: notices
    /// that failed, that came back, or whose address gets no messages.
    public func failures(of organizer: OrganizerNumber, since moment: Instant) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM notice WHERE organizer = $1 AND state IN ($2, $3, $4) AND created >= $5",
            [
                .int(organizer.rawValue), .text(NoticeDelivery.State.failed.rawValue),
                .text(NoticeDelivery.State.bounced.rawValue), .text(NoticeDelivery.State.suppressed.rawValue),
                .instant(moment),
            ]
        ) { try $0.number(0) } ?? 0
    }

    /// The numbers of unsent notices.
    public struct Unsent: Hashable, Sendable {
        public let toEmail: Int
        public let toPhone: Int

        public init(toEmail: Int, toPhone: Int) {
            self.toEmail = toEmail
            self.toPhone = toPhone
        }

        public var total: Int { toEmail + toPhone }
    }

    /// The numbers of an event's unsent notices to e-mail addresses and to phone numbers. Notices to addresses that get
    /// no messages do not count.
    public func unsentByAddress(of event: EventNumber) throws -> Unsent {
        try connection.first(
            """
            SELECT count(*), coalesce(sum(CASE WHEN recipient LIKE '%@%' THEN 1 ELSE 0 END), 0) FROM notice
            WHERE event = $1 AND due IS NOT NULL AND \(Notices.isDeliverable)
            """, [.int(event.rawValue)]
        ) { row in
            Unsent(toEmail: try row.number(1), toPhone: try row.number(0) - row.number(1))
        } ?? Unsent(toEmail: 0, toPhone: 0)
    }
}
