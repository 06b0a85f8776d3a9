public import Ticketing

extension StoreConnection {
    public var figures: ReportFigures { ReportFigures(connection: self) }
}

/// Sums for reports, each one pass over an event's tickets or records.
public struct ReportFigures {
    let connection: any StoreConnection

    /// The tickets of one type that were issued within the same quarter of an hour: every zone's days begin with one.
    public struct Sales: Hashable, Sendable {
        public let type: TicketTypeNumber
        public let quarter: Instant
        public let issued: Int
        /// What was paid for them, in minor units.
        public let revenue: Int64
        /// Those that do not stand any more, and what was paid for them.
        public let ended: Int
        public let refunds: Int64
        /// What is to be paid at the door for those that stand.
        public let due: Int64
    }

    public func sales(of event: EventNumber) throws -> [Sales] {
        let standing = "status IN ('issued', 'blocked')"
        return try connection.all(
            """
            SELECT type, issued_at / 900000, count(*),
                CAST(coalesce(sum(CASE WHEN due IS NULL THEN price END), 0) AS BIGINT),
                CAST(sum(CASE WHEN \(standing) THEN 0 ELSE 1 END) AS BIGINT),
                CAST(coalesce(sum(CASE WHEN due IS NULL AND NOT \(standing) THEN price END), 0) AS BIGINT),
                CAST(coalesce(sum(CASE WHEN \(standing) THEN due END), 0) AS BIGINT)
            FROM ticket WHERE event = $1 GROUP BY type, issued_at / 900000 ORDER BY type, issued_at / 900000
            """, [.int(event.rawValue)]
        ) { row in
            Sales(
                type: try row.value(0), quarter: Instant(milliseconds: row.integer(1) * 900_000),
                issued: Int(row.integer(2)), revenue: row.integer(3), ended: Int(row.integer(4)),
                refunds: row.integer(5), due: row.integer(6))
        }
    }

    /// What one gate decided for one reason within the same five minutes.
    public struct Decisions: Hashable, Sendable {
        public let gate: String
        /// `admit`, `exit` or `refuse`.
        public let decision: String
        public let reason: String?
        public let fiveMinutes: Instant
        /// Decisions, and the people they were about.
        public let count: Int
        public let people: Int
    }

    public func decisions(of event: EventNumber) throws -> [Decisions] {
        try connection.all(
            """
            SELECT gate, verdict, reason, wall_clock / 300000, count(*), CAST(sum(count) AS BIGINT)
            FROM record WHERE event = $1
            GROUP BY gate, verdict, reason, wall_clock / 300000 ORDER BY wall_clock / 300000, gate, verdict, reason
            """, [.int(event.rawValue)]
        ) { row in
            Decisions(
                gate: row.text(0), decision: row.text(1), reason: row.optionalText(2),
                fiveMinutes: Instant(milliseconds: row.integer(3) * 300_000), count: Int(row.integer(4)),
                people: Int(row.integer(5)))
        }
    }
}
