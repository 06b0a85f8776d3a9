public import Ticketing

extension StoreConnection {
    public var gateActivity: GateActivity { GateActivity(connection: self) }
}

extension AdmissionLedger {
    /// The beginning of the request ids of admissions from paper lists.
    public static let paperRequests = "paper/"
}

/// The times at which gates last recorded decisions in this store. Records that were merged from gate packs do not
/// count, and neither do admissions from paper lists.
public struct GateActivity {
    private static let pageSize: Int64 = 10_000
    /// The number of records that one query reads in a search for recent decisions.
    static let searchedPageSize: Int64 = 500

    let connection: any StoreConnection

    /// A gate that has recorded decisions. A gate is identified by its name and its sub-event.
    public struct ActiveGate: Hashable, Sendable {
        public let name: String
        /// The number of the sub-event; 0 for the event itself.
        public let subEvent: Int
        /// The time of the last decision, by the clock of the machine that made it.
        public let last: Instant
        /// The number of decisions since the time `moment` that was passed to `gates`.
        public let count: Int
    }

    private struct GateKey: Hashable {
        let event: Int64
        let name: String
        let subEvent: Int
    }

    private struct Sum {
        var last: Instant
        var count: Int
    }

    /// For each event, the gates that have recorded decisions at or after `since`, sorted by name and sub-event.
    ///
    /// - Parameters:
    ///   - moment: the time since which decisions are counted.
    public func gates(
        since: Instant, countingFrom moment: Instant
    ) throws -> [EventNumber: [ActiveGate]] {
        try gates(since: since, countingFrom: moment, pageSize: GateActivity.pageSize)
    }

    private func gates(
        since: Instant, countingFrom moment: Instant, pageSize: Int64
    ) throws -> [EventNumber: [ActiveGate]] {
        var sums: [GateKey: Sum] = [:]
        for (device, last) in try devices(since: since) {
            var upTo = last
            while upTo > 0 {
                let after = max(0, upTo - pageSize)
                let newest = try addPage(of: device, after: after, upTo: upTo, countingFrom: moment, to: &sums)
                // The search reads the records of `device` in pages, the newest page first. If the clock was set back,
                // earlier records can have later times, so the search ends only at a page whose latest time is before
                // `since`.
                guard let newest, newest >= since else { break }
                upTo = after
            }
        }
        var gates: [EventNumber: [ActiveGate]] = [:]
        for (key, sum) in sums where sum.last >= since {
            guard let event = UInt32(exactly: key.event).flatMap({ EventNumber(rawValue: $0) }) else { continue }
            gates[event, default: []].append(
                ActiveGate(name: key.name, subEvent: key.subEvent, last: sum.last, count: sum.count))
        }
        return gates.mapValues { gates in gates.sorted { ($0.name, $0.subEvent) < ($1.name, $1.subEvent) } }
    }

    /// For each event, the gates that have recorded decisions at or after `since`, sorted by name and sub-event. Reads
    /// the newest records first, in small pages, so a recent `since` needs few records.
    public func gates(since: Instant) throws -> [EventNumber: [ActiveGate]] {
        try gates(since: since, countingFrom: since, pageSize: GateActivity.searchedPageSize)
    }

    /// Whether any gate has recorded a scan at an event of an organizer. A scan counts even if the ticket was refused,
    /// or if the code was not a ticket. Admissions from paper lists do not count.
    public func hasScan(of organizer: OrganizerNumber) throws -> Bool {
        // Each condition on the verdict is the condition of a partial index, so the whole ledger is not read.
        try connection.first(
            """
            SELECT 1 FROM event e WHERE e.organizer = $1 AND (
                EXISTS (SELECT 1 FROM scan_counter c WHERE c.event = e.number)
                OR EXISTS (SELECT 1 FROM record WHERE record.event = e.number AND verdict = 'refuse'
                    AND \(GateActivity.isDecision))
                OR EXISTS (SELECT 1 FROM record WHERE record.event = e.number AND verdict <> 'refuse'
                    AND \(GateActivity.isDecision))
            ) LIMIT 1
            """, [.int(organizer.rawValue)]
        ) { _ in true } ?? false
    }

    /// The gate that last admitted somebody or let somebody out, according to at most 100 records of the event: those
    /// of the tickets with the highest serials. Nil if there are no such records. Other records are not read, so that
    /// the query does not become slower as the event grows.
    public func latestGate(of event: EventNumber) throws -> String? {
        try connection.first(
            """
            SELECT gate FROM (
                SELECT gate, wall_clock FROM record WHERE event = $1 AND verdict <> 'refuse' AND serial > 0
                ORDER BY serial DESC LIMIT 100
            ) AS recent ORDER BY wall_clock DESC, gate LIMIT 1
            """, [.int(event.rawValue)]
        ) { $0.text(0) }
    }

    /// The condition for records of a gate's decisions, without merges and without admissions from paper lists.
    static let isDecision = """
        verdict <> 'merge' AND (request IS NULL OR request NOT LIKE '\(AdmissionLedger.paperRequests)%')
        """

    /// The machines that have recorded decisions in this store at or after a moment, with the numbers of their last
    /// records. Branches of copied devices are left out. The devices of gate packs are also left out, because they
    /// record their decisions in the packs. The query recognizes a pack by its row in `gate_device`, or by the
    /// signature of its chain: only gate packs sign their chains.
    func devices(since: Instant) throws -> [(device: SQLValue, last: Int64)] {
        try connection.all(
            """
            SELECT id, sequence FROM device
            WHERE hybrid_clock >= $1 AND signed IS NULL
                AND NOT EXISTS (SELECT 1 FROM gate_device g WHERE g.id = device.id)
                AND NOT EXISTS (SELECT 1 FROM chain_branch b WHERE b.id = device.id)
            """, [.integer(HybridClock.zero.next(at: since).rawValue)]
        ) { (.blob($0.blob(0)), try $0.sequence(1)) }
    }

    /// Adds some records of a device to the sums of their gates.
    ///
    /// - Returns: the latest time of all these records, even of those that are not decisions; nil if there are no
    ///   records.
    private func addPage(
        of device: SQLValue, after: Int64, upTo: Int64, countingFrom moment: Instant, to sums: inout [GateKey: Sum]
    ) throws -> Instant? {
        var newest: Instant?
        try connection.forEachRow(
            """
            SELECT event, gate, sub_event,
                CASE WHEN \(GateActivity.isDecision) THEN 1 ELSE 0 END,
                max(wall_clock), CAST(sum(CASE WHEN wall_clock >= $1 THEN 1 ELSE 0 END) AS BIGINT)
            FROM record WHERE device = $2 AND sequence > $3 AND sequence <= $4 GROUP BY 1, 2, 3, 4
            """, [.instant(moment), device, .integer(after), .integer(upTo)]
        ) { row in
            let last = try row.instant(4)
            newest = newest.map { max($0, last) } ?? last
            guard row.integer(3) == 1 else { return }
            let key = GateKey(event: row.integer(0), name: row.text(1), subEvent: try row.number(2))
            let known = sums[key]
            sums[key] = Sum(
                last: known.map { max($0.last, last) } ?? last, count: (known?.count ?? 0) + (try row.number(5)))
        }
        return newest
    }
}
