public import Ticketing

extension StoreConnection {
    public var scanCounters: ScanCounters { ScanCounters(connection: self) }
}

/// How many scans were no tickets of the event, by gate and reason: all that is kept of them.
public struct ScanCounters {
    let connection: any StoreConnection

    public func add(_ count: Int, gate: String, reason: String, event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO scan_counter (event, gate, reason, count) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, gate, reason) DO UPDATE SET count = scan_counter.count + excluded.count
            """, [.int(event.rawValue), .text(gate), .text(reason), .int(count)])
    }

    /// What was counted here and in the stores that were merged into this one.
    public func all(of event: EventNumber) throws -> [(gate: String, reason: String, count: Int)] {
        try connection.all(
            """
            SELECT gate, reason, CAST(sum(count) AS BIGINT) FROM (
                SELECT gate, reason, count FROM scan_counter WHERE event = $1
                UNION ALL SELECT gate, reason, count FROM learned_counter WHERE event = $1
            ) AS counted GROUP BY gate, reason ORDER BY gate, reason
            """, [.int(event.rawValue)]
        ) { ($0.text(0), $0.text(1), try $0.number(2)) }
    }

    /// Each count by the device that keeps it: this store's own under `keeper`.
    func byKeeper(_ keeper: DeviceID, of event: EventNumber) throws -> [Kept] {
        let own = try connection.all(
            "SELECT gate, reason, count FROM scan_counter WHERE event = $1", [.int(event.rawValue)]
        ) { Kept(keeper: keeper, gate: $0.text(0), reason: $0.text(1), count: try $0.number(2)) }
        let learned = try connection.all(
            "SELECT gate, reason, count, device FROM learned_counter WHERE event = $1", [.int(event.rawValue)]
        ) { row in
            Kept(
                keeper: try AdmissionLedger.device(row, column: 3), gate: row.text(0), reason: row.text(1),
                count: try row.number(2))
        }
        return own + learned
    }

    /// Takes over what other devices have counted. Counters only rise, so the larger of two is the later.
    func learn(_ counts: [Kept], of event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO learned_counter (device, event, gate, reason, count) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (device, event, gate, reason) DO UPDATE SET
                count = CASE WHEN excluded.count > learned_counter.count THEN excluded.count
                    ELSE learned_counter.count END
            """,
            rows: counts.map {
                [.blob($0.keeper.bytes), .int(event.rawValue), .text($0.gate), .text($0.reason), .int($0.count)]
            })
    }

    struct Kept {
        let keeper: DeviceID
        let gate: String
        let reason: String
        let count: Int
    }
}
