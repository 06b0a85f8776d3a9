public import Ticketing

extension StoreConnection {
    public var gateHistories: GateHistories { GateHistories(connection: self) }
}

/// The decisions that one gate recorded in a device's chain.
public struct GateHistories {
    let connection: any StoreConnection

    /// A gate and the device at this gate. Records in the device's chain after the number `sequence` are ignored.
    public struct GateScope: Hashable, Sendable {
        let name: String
        let event: EventNumber
        let subEvent: Int
        let device: DeviceID
        let sequence: Int64

        /// Creates a scope for the records of one gate in a device's chain.
        ///
        /// - Parameters:
        ///   - subEvent: the number of the sub-event; 0 is the event itself.
        public init(_ name: String, event: EventNumber, subEvent: Int, device: DeviceID, upTo sequence: Int64) {
            self.name = name
            self.event = event
            self.subEvent = subEvent
            self.device = device
            self.sequence = sequence
        }

        var values: [SQLValue] {
            [.int(event.rawValue), .int(subEvent), .text(name), .blob(device.bytes), .integer(sequence)]
        }
    }

    /// The counts of a gate's decisions, and of the people whom the gate let in or out.
    public struct Counts: Hashable, Sendable {
        /// The number of people who entered for the first time.
        public internal(set) var admitted = 0
        /// The number of people let in, minus the people let out and the people whose admissions were undone.
        public internal(set) var inside = 0
        /// The number of refused scans of tickets. Scanned codes that were not tickets of the event are counted in
        /// `ScanCounters`.
        public internal(set) var refused = 0
        /// The number of all decisions.
        public internal(set) var records = 0
    }

    /// The sequence number of the last record in a device's chain; 0 if there are no records.
    public func lastSequence(of device: DeviceID) throws -> Int64 {
        try connection.first("SELECT sequence FROM device WHERE id = $1", [.blob(device.bytes)]) {
            try $0.sequence(0)
        } ?? 0
    }

    private static let isOfGate = """
        r.event = $1 AND r.sub_event = $2 AND r.gate = $3 AND r.device = $4 AND r.sequence <= $5
        """

    public func counts(of gate: GateScope) throws -> Counts {
        var counts = Counts()
        try connection.forEachRow(
            """
            SELECT r.verdict, count(*), CAST(sum(r.count) AS BIGINT) FROM record r
            WHERE \(GateHistories.isOfGate) AND r.verdict <> 'merge' GROUP BY r.verdict
            """, gate.values
        ) { row in
            let (records, people) = (try row.number(1), try row.number(2))
            counts.records += records
            let verdict = row.text(0)
            guard let kind = AdmissionRecord.Decision.Kind(rawValue: verdict) else {
                throw InvalidColumnValue(column: 0, value: verdict, kind: "verdict")
            }
            switch kind {
            case .admit: counts.inside += people
            case .exit, .void: counts.inside -= people
            case .refuse: counts.refused += records
            case .merge: break
            }
        }
        counts.inside = max(0, counts.inside)
        // This query reads the chain only once. With a separate lookup for each slot, SQLite would read the chain from
        // its first record again and again.
        counts.admitted =
            try connection.first(
                """
                SELECT count(*) FROM admission_slot p WHERE p.event = $1 AND p.sub_event = $2 AND p.first_gate = $3
                    AND (p.serial, p.first_at) IN (SELECT r.serial, r.wall_clock FROM record r
                        WHERE \(GateHistories.isOfGate) AND r.verdict = 'admit')
                """, gate.values
            ) { try $0.number(0) } ?? 0
        return counts
    }

    /// A gate's last decisions about tickets, the newest first; at most `limit`.
    public func last(_ limit: Int, of gate: GateScope) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record r
            WHERE \(GateHistories.isOfGate) AND r.verdict <> 'merge' ORDER BY r.sequence DESC LIMIT $6
            """, gate.values + [.int(limit)], AdmissionLedger.record)
    }
}
