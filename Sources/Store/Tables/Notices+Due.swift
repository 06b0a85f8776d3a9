public import Ticketing

extension Notices {
    /// The due notices from which a program chooses the next notices.
    public enum DueGroup: Sendable {
        case all
        /// The notices for which their recipients are waiting (`Notice.Kind.isAwaited`).
        case awaited
        /// All notices except `awaited`.
        case others
    }

    /// The key of a due notice. The other values tell whether another process has changed the notice. All these values
    /// can be read even if a newer version of the program has written other values of the row.
    public struct DueNotice: Hashable, Sendable {
        let key: String
        let due: Int64
        let tries: Int64

        fileprivate var values: [SQLValue] { [.text(key), .integer(due), .integer(tries)] }
    }

    /// The notices of a group that are due; at most `limit`. The notices for which their recipients are waiting come
    /// before all others (`Notice.Kind.isAwaited`). In each of these two groups, the notice that has been due the
    /// longest comes first. Of notices that are due at the same time, the oldest comes first, so that it can be merged
    /// into a later notice.
    ///
    /// - Parameter reasons: queued notices that wait because of one of these reasons are added at the end.
    public func due(
        in group: DueGroup = .all, at now: Instant, orWaitingFor reasons: [NoticeReason] = [], limit: Int
    ) throws -> [Notice] {
        let awaited = group == .others ? [] : try due("awaited = 1", at: now, limit: limit)
        let others = group == .awaited ? [] : try due("awaited = 0", at: now, limit: limit - awaited.count)
        return try reasons.reduce(into: awaited + others) { found, reason in
            found += try connection.all(
                """
                SELECT \(Notices.columns) FROM notice WHERE due > $1 AND reason = $2 AND state = 'queued'
                ORDER BY due, created, notice_key LIMIT $3
                """, [.instant(now), .text(reason.code), .int(max(0, limit - found.count))], Notices.notice)
        }
    }

    private func due(_ condition: StaticString, at now: Instant, limit: Int) throws -> [Notice] {
        guard limit > 0 else { return [] }
        return try connection.all(
            """
            SELECT \(Notices.columns) FROM notice WHERE \(condition) AND due IS NOT NULL AND due <= $1
            ORDER BY due, created, notice_key LIMIT $2
            """, [.instant(now), .int(limit)], Notices.notice)
    }

    /// The first of the due notices of a group (`due(in:…)`); nil if no notice of the group is due.
    public func firstDue(in group: DueGroup, at now: Instant) throws -> DueNotice? {
        switch group {
        case .all: try firstDue("awaited = 1", at: now) ?? firstDue("awaited = 0", at: now)
        case .awaited: try firstDue("awaited = 1", at: now)
        case .others: try firstDue("awaited = 0", at: now)
        }
    }

    private func firstDue(_ condition: StaticString, at now: Instant) throws -> DueNotice? {
        try connection.first(
            """
            SELECT notice_key, due, tries FROM notice WHERE \(condition) AND due IS NOT NULL AND due <= $1
            ORDER BY due, created, notice_key LIMIT 1
            """, [.instant(now)]
        ) { DueNotice(key: $0.text(0), due: $0.integer(1), tries: $0.integer(2)) }
    }

    /// Reads all values of a due notice; nil if another process has changed the notice.
    public func notice(_ known: DueNotice) throws -> Notice? {
        try connection.first(
            "SELECT \(Notices.columns) FROM notice WHERE notice_key = $1 AND due = $2 AND tries = $3", known.values,
            Notices.notice)
    }

    /// Postpones a due notice. It becomes due again at `moment`. Does nothing if another process has changed the
    /// notice.
    public func postpone(_ known: DueNotice, to moment: Instant) throws {
        try connection.execute(
            "UPDATE notice SET due = $1 WHERE notice_key = $2 AND due = $3 AND tries = $4",
            [.instant(moment)] + known.values)
    }

    /// The time at which the next notice is due; nil if no notice has a due time.
    public func nextDue() throws -> Instant? {
        try connection.first("SELECT due FROM notice WHERE due IS NOT NULL ORDER BY due LIMIT 1", []) {
            try $0.instant(0)
        }
    }
}
