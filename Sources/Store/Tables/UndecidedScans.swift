public import Ticketing

extension StoreConnection {
    public var undecidedScans: UndecidedScans { UndecidedScans(connection: self) }
}

/// The number of scans that each gate on this store could not decide, for each hour. Nothing else about these scans is
/// stored.
public struct UndecidedScans {
    let connection: any StoreConnection

    /// The number of scans of one hour that a gate could not decide.
    public struct HourlyCount: Hashable, Sendable {
        public let event: EventNumber
        public let gate: String
        /// The number of the sub-event; 0 for the event itself.
        public let subEvent: Int
        /// The beginning of the hour.
        public let hour: Instant
        public let count: Int
    }

    /// Adds scans that a gate could not decide.
    ///
    /// - Parameters:
    ///   - count: the number of scans, at least 1.
    public func add(_ count: Int, gate: String, subEvent: Int, event: EventNumber, hour: Instant) throws {
        try connection.execute(
            """
            INSERT INTO undecided_scan (event, gate, sub_event, hour, count) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (event, gate, sub_event, hour) DO UPDATE SET count = undecided_scan.count + excluded.count
            """, [.int(event.rawValue), .text(gate), .int(subEvent), .instant(hour), .int(count)])
    }

    /// The counts of the hours that began at or after a moment, oldest first. Counts of deleted or unpublished events
    /// are omitted.
    public func all(since moment: Instant) throws -> [HourlyCount] {
        try connection.all(
            """
            SELECT u.event, u.gate, u.sub_event, u.hour, u.count
            FROM undecided_scan u JOIN event e ON e.number = u.event
            WHERE u.hour >= $1 AND e.status = 'published' AND e.deleted IS NULL
            ORDER BY u.hour, u.event, u.gate, u.sub_event
            """, [.instant(moment)]
        ) { row in
            HourlyCount(
                event: try row.value(0), gate: row.text(1), subEvent: try row.number(2), hour: try row.instant(3),
                count: try row.number(4))
        }
    }

    /// Whether the table has a count for any hour that began at or before a moment.
    public func hasAny(until moment: Instant) throws -> Bool {
        try connection.first("SELECT 1 FROM undecided_scan WHERE hour <= $1 LIMIT 1", [.instant(moment)]) { _ in
            true
        } ?? false
    }

    /// Removes counts of hours that began at or before a moment; at most `limit`.
    public func prune(until moment: Instant, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM undecided_scan WHERE (event, gate, sub_event, hour) IN (
                SELECT event, gate, sub_event, hour FROM undecided_scan WHERE hour <= $1 LIMIT $2
            )
            """, [.instant(moment), .int(limit)])
    }
}
