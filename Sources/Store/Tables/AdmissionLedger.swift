import Cryptography
public import Ticketing

extension StoreConnection {
    public var ledger: AdmissionLedger { AdmissionLedger(connection: self) }
}

/// Hashes the records of a chain. A hasher is not `Sendable`, so each thread needs its own.
public final class ChainHasher {
    private let hasher: SHA256Hasher

    public init() throws { hasher = try SHA256Hasher() }

    /// SHA-256 over a record and the hash of the previous record.
    func hash(of record: AdmissionRecord, after previous: [UInt8]) throws -> [UInt8] {
        try hasher.digest(record.canonicalBytes(after: previous))
    }
}

/// The admission ledger: append-only chains of decisions, one chain per device (Docs/Gate.md, "Ledger").
public struct AdmissionLedger {
    let connection: any StoreConnection

    static let columns = """
        device, sequence, request, event, serial, issue, type, sub_event, slot, count, used, direction, verdict, \
        reason, gate, operator, wall_clock, hybrid_clock, hash, allowed, reentry, about, reverses_device, \
        reverses_sequence, learned
        """

    // The text is built once, because the statement runs for every scan.
    static let insertion = """
        INSERT INTO record (\(columns))
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, \
        $24, $25)
        """

    /// The end of a device's chain. A transaction that decides on a ticket reads the head, advances it and stores it.
    public struct Head: Hashable, Sendable {
        public let device: DeviceID
        public fileprivate(set) var sequence: Int64
        public fileprivate(set) var hybridClock: HybridClock
        public fileprivate(set) var hash: [UInt8]

        /// The hybrid clock of the next record: the wall clock, moved forward if necessary. The result is later than
        /// the clock of this chain's last record, and later than the clocks of all decisions about the given slots.
        public func clock(at wallClock: Instant, after slots: some Collection<AdmissionSlot>) -> HybridClock {
            max(hybridClock.next(at: wallClock), slots.map { $0.lastChange.next(at: wallClock) }.max() ?? .zero)
        }

        /// The head of an empty chain.
        static func beginning(of device: DeviceID) -> Head {
            Head(
                device: device, sequence: 0, hybridClock: .zero,
                hash: [UInt8](repeating: 0, count: SHA256.length))
        }
    }

    /// The head of a device's chain. Its row stays locked until the transaction ends. Creates an empty chain if the
    /// device has no chain yet.
    public func head(of device: DeviceID) throws -> Head {
        if let found = try lockedHead(of: device) { return found }
        let head = Head.beginning(of: device)
        let inserted = try connection.execute(
            "INSERT INTO device (id, sequence, hybrid_clock, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            [.blob(device.bytes), .integer(head.sequence), .integer(head.hybridClock.rawValue), .blob(head.hash)])
        // If nothing was inserted, another transaction has created the chain at the same time.
        if inserted == 0, let found = try lockedHead(of: device) { return found }
        return head
    }

    private func lockedHead(of device: DeviceID) throws -> Head? {
        try connection.first(
            "SELECT sequence, hybrid_clock, hash FROM device WHERE id = $1 FOR NO KEY UPDATE", [.blob(device.bytes)]
        ) { row in
            Head(
                device: device, sequence: try row.sequence(0), hybridClock: try row.hybridClock(1),
                hash: row.blob(2))
        }
    }

    /// Makes sure that the existing records of a device are durable when this transaction has been committed. After a
    /// restart, a PostgreSQL server shows commits that its standby servers may not have received yet. This method
    /// writes a row. The commit of this transaction therefore waits until the standby servers have received all earlier
    /// commits.
    public func ensureDurable(_ device: DeviceID) throws {
        guard !connection.isSoleWriter else { return }
        try connection.execute("UPDATE device SET sequence = sequence WHERE id = $1", [.blob(device.bytes)])
    }

    /// Stores the head after records were appended.
    ///
    /// - Parameter signer: signs the head; nil if this store has no key for the chain's device.
    public func store(_ head: Head, signedBy signer: ChainSigner? = nil) throws {
        try store(head, signature: signer?.signature(of: head))
    }

    /// Stores the head of a chain, and a signature of the chain.
    ///
    /// - Parameter signature: a signature of this head or an earlier head, made by the chain's device; nil to keep the
    ///   stored signature.
    func store(_ head: Head, signature: ChainSignature?) throws {
        let values: [SQLValue] = [.integer(head.sequence), .integer(head.hybridClock.rawValue), .blob(head.hash)]
        let device: SQLValue = .blob(head.device.bytes)
        guard let signature else {
            try connection.execute(
                "UPDATE device SET sequence = $1, hybrid_clock = $2, hash = $3 WHERE id = $4", values + [device])
            return
        }
        try connection.execute(
            """
            UPDATE device SET sequence = $1, hybrid_clock = $2, hash = $3, signed = $4, signature = $5 WHERE id = $6
            """, values + [.integer(signature.sequence), .blob(signature.signature), device])
    }

    /// The stored signature of a chain, made by the chain's device; nil if the store has no signature of the chain.
    func signature(of chain: DeviceID) throws -> ChainSignature? {
        try connection.first(
            "SELECT signed, signature FROM device WHERE id = $1 AND signed IS NOT NULL AND signature IS NOT NULL",
            [.blob(chain.bytes)]
        ) { ChainSignature(sequence: try $0.sequence(0), signature: $0.blob(1)) }
    }

    /// Appends a decision to the chain and advances the head. The method sets the record's device and sequence number,
    /// which follow from the head. The record's hybrid clock may be far ahead of this device's clock, because the
    /// record's clock follows the clocks of the ticket's slots. The head's clock advances only up to a limit
    /// (Docs/Gate.md, "Ledger").
    public func append(_ decided: AdmissionRecord, to head: inout Head, hasher: ChainHasher) throws {
        var record = decided
        record.device = head.device
        record.sequence = head.sequence + 1
        let hash = try hasher.hash(of: record, after: head.hash)
        try connection.execute(AdmissionLedger.insertion, AdmissionLedger.values(record, hash: hash))
        head.sequence = record.sequence
        let own = head.hybridClock.next(at: record.wallClock)
        head.hybridClock = max(own, min(record.hybridClock, HybridClock.latestAcceptable(at: record.wallClock)))
        head.hash = hash
    }

    static func values(_ record: AdmissionRecord, hash: [UInt8]) -> [SQLValue] {
        [
            .blob(record.device.bytes), .integer(record.sequence), .optional(record.request),
            .int(record.event.rawValue), .int(record.serial?.rawValue ?? 0), .int(record.issue),
            .int(record.type.rawValue), .int(record.subEvent), .optional(record.slot), .int(record.count),
            .int(record.used), .text(record.direction.rawValue), .text(record.decision.name),
            .optional(record.decision.reason), .text(record.gate), .optional(record.operator),
            .instant(record.wallClock), .integer(record.hybridClock.rawValue), .blob(hash),
            .optional(record.allowed), .optional(record.reentry?.rawValue), .optional(record.approximateTime),
            record.reverses.map { .blob($0.device.bytes) } ?? .null, .optional(record.reverses?.sequence),
            .optional(ChainHead.encoded(record.learned)),
        ]
    }

    /// The record of a device's decision on a request; nil if the device has not decided on this request.
    public func record(request: String, device: DeviceID) throws -> AdmissionRecord? {
        try connection.first(
            "SELECT \(AdmissionLedger.columns) FROM record WHERE device = $1 AND request = $2",
            [.blob(device.bytes), .text(request)], AdmissionLedger.record)
    }

    /// The records of an event after `last`, sorted by device and sequence number; at most `limit`.
    public func page(of event: EventNumber, after last: RecordID?, limit: Int) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record
            WHERE (device, sequence) > ($1, $2) AND event = $3 ORDER BY device, sequence LIMIT $4
            """,
            [
                .blob(last?.device.bytes ?? []), .integer(last?.sequence ?? 0), .int(event.rawValue), .int(limit),
            ], AdmissionLedger.record)
    }

    /// Whether the ledger has records of an event by several devices. If the store has only one chain, no record is
    /// read. Otherwise, at most all records of the event are read.
    public func hasSeveralDevices(at event: EventNumber) throws -> Bool {
        try hasSeveralChains() && hasRecordsOfSeveralDevices(at: event)
    }

    private func hasSeveralChains() throws -> Bool {
        try connection.all("SELECT 1 FROM device LIMIT 2", []) { _ in true }.count > 1
    }

    func hasRecordsOfSeveralDevices(at event: EventNumber) throws -> Bool {
        // Each condition on the verdict is the condition of a partial index, so the records of other events are not
        // read.
        let conditions = ["event = $1 AND verdict <> 'refuse'", "event = $1 AND verdict = 'refuse'"]
        let devices = conditions.map { "(SELECT device FROM record WHERE \($0) LIMIT 1)" }
        let others = conditions.map { "EXISTS (SELECT 1 FROM record r WHERE \($0) AND r.device <> known.device)" }
        return try connection.first(
            """
            SELECT 1 FROM (SELECT coalesce(\(devices.joined(separator: ", "))) AS device) AS known
            WHERE \(others.joined(separator: " OR "))
            """, [.int(event.rawValue)]
        ) { _ in true } ?? false
    }

    /// The records of a device's chain after a sequence number, in order; at most `limit`.
    public func records(of chain: DeviceID, after sequence: Int64, limit: Int) throws -> [AdmissionRecord] {
        try hashedRecords(of: chain, after: sequence, limit: limit).map(\.record)
    }

    /// The number of refusals of genuine tickets of an event, for each gate and reason.
    public func refusals(of event: EventNumber) throws -> [(gate: String, reason: String, count: Int)] {
        var sums = CountsByGate()
        try connection.forEachRow(
            """
            SELECT gate, reason, count(*) FROM record WHERE event = $1 AND verdict = 'refuse'
            GROUP BY gate, reason ORDER BY gate, reason
            """, [.int(event.rawValue)]
        ) { sums.add($0.integer(2), gate: $0.text(0), reason: $0.text(1)) }
        return sums.all
    }
}
