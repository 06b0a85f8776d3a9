public import Ticketing

extension StoreConnection {
    public var scanCounters: ScanCounters { ScanCounters(connection: self) }
}

/// The number of scanned codes that were not tickets of the event, for each gate and reason. Nothing else about these
/// scans is stored.
public struct ScanCounters {
    let connection: any StoreConnection

    public func add(_ count: Int, gate: String, reason: String, event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO scan_counter (event, gate, reason, count) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, gate, reason) DO UPDATE SET count = CASE
                WHEN scan_counter.count > 4503599627370496 THEN scan_counter.count
                ELSE scan_counter.count + excluded.count END
            """, [.int(event.rawValue), .text(gate), .text(reason), .int(count)])
    }

    /// The sums of the counters of this store and of all merged stores. `CountsByGate` limits the number and the size
    /// of the sums.
    public func all(of event: EventNumber) throws -> [(gate: String, reason: String, count: Int)] {
        var sums = CountsByGate()
        try connection.forEachRow(
            """
            SELECT gate, reason, count FROM scan_counter WHERE event = $1
            UNION ALL SELECT gate, reason, count FROM learned_counter WHERE event = $1
            """, [.int(event.rawValue)]
        ) { sums.add($0.integer(2), gate: $0.text(0), reason: $0.text(1)) }
        return sums.all
    }

    /// The number of scans in this store's own counters, for each event and gate.
    public func ownSums() throws -> [(event: EventNumber, gate: String, count: Int)] {
        try connection.all(
            "SELECT event, gate, CAST(sum(count) AS BIGINT) FROM scan_counter GROUP BY event, gate ORDER BY event, gate",
            []
        ) { (try $0.value(0), $0.text(1), try $0.number(2)) }
    }

    /// Every counter of this store and of the merged stores, with the id of the device that counted. This store's own
    /// counters get the id `device`.
    ///
    /// - Parameter limit: the largest number of counters to read. The limit applies separately to this store's counters
    ///   and to merged counters.
    func byDevice(_ device: DeviceID, of event: EventNumber, limit: Int = 1 << 40) throws -> [DeviceCounter] {
        let own = try connection.all(
            "SELECT gate, reason, count FROM scan_counter WHERE event = $1 LIMIT $2",
            [.int(event.rawValue), .int(limit)]
        ) { DeviceCounter(device: device, gate: $0.text(0), reason: $0.text(1), count: try $0.number(2)) }
        let learned = try connection.all(
            "SELECT gate, reason, count, device FROM learned_counter WHERE event = $1 LIMIT $2",
            [.int(event.rawValue), .int(limit)]
        ) { row in
            DeviceCounter(
                device: try AdmissionLedger.device(row, column: 3), gate: row.text(0), reason: row.text(1),
                count: try row.number(2))
        }
        return own + learned
    }

    /// Merges the counters of other devices. A counter never decreases, so the larger of two values is the newer value.
    func mergeCounts(_ counts: [DeviceCounter], of event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO learned_counter (device, event, gate, reason, count) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (device, event, gate, reason) DO UPDATE SET
                count = CASE WHEN excluded.count > learned_counter.count THEN excluded.count
                    ELSE learned_counter.count END
            """,
            rows: counts.map {
                [.blob($0.device.bytes), .int(event.rawValue), .text($0.gate), .text($0.reason), .int($0.count)]
            })
    }

    struct DeviceCounter {
        let device: DeviceID
        let gate: String
        let reason: String
        let count: Int
    }
}

/// The sum of the counters for each gate and reason. The numbers and texts of the counters are not trusted. The number
/// of the sums, the size of each sum and the length of the texts are therefore limited.
struct CountsByGate {
    /// The gate name of the shared sum. If there are more than `most` combinations of gate and reason, all further
    /// combinations share one sum, which has an empty reason.
    static let otherGates = "other gates"
    /// The maximum number of different combinations of gate and reason that have separate sums.
    static let most = 1000
    /// The largest sum. This limit is so low that adding up all sums can't overflow.
    static let largest = 1 << 40

    private struct Key: Hashable {
        let gate: String
        let reason: String
    }

    private var sums: [Key: Int] = [:]

    mutating func add(_ count: Int64, gate: String, reason: String) {
        var key = Key(gate: CountsByGate.truncated(gate), reason: CountsByGate.truncated(reason))
        if sums[key] == nil, sums.count >= CountsByGate.most { key = Key(gate: CountsByGate.otherGates, reason: "") }
        let count = Int(clamping: max(0, min(count, Int64(CountsByGate.largest))))
        sums[key] = min(CountsByGate.largest, sums[key, default: 0] + count)
    }

    /// All sums, sorted by gate and then by reason.
    var all: [(gate: String, reason: String, count: Int)] {
        sums.map { ($0.key.gate, $0.key.reason, $0.value) }.sorted { ($0.gate, $0.reason) < ($1.gate, $1.reason) }
    }

    static func truncated(_ text: String) -> String {
        text.utf8.count <= 100 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(100)))
    }
}
