public import Ticketing

extension AdmissionLedger {
    struct HashedRecord {
        var record: AdmissionRecord
        let hash: [UInt8]
    }

    /// The records of one chain after a sequence number, in order; at most `limit`.
    func hashedRecords(of chain: DeviceID, after sequence: Int64, limit: Int) throws -> [HashedRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record WHERE device = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [.blob(chain.bytes), .integer(sequence), .int(limit)], AdmissionLedger.hashedRecord)
    }

    static func hashedRecord(_ row: any SQLRow) throws -> HashedRecord {
        HashedRecord(record: try AdmissionLedger.record(row), hash: row.blob(18))
    }

    /// The maximum number of rows that are passed to the driver at once.
    private static let rowsAtOnce = 1000

    /// Appends records to a chain and stores its new head. The caller must have locked the chain's head.
    ///
    /// - Parameter signature: the device's signature of the chain up to one of these records; nil to keep the stored
    ///   signature.
    func append(_ hashedRecords: [HashedRecord], to head: Head, signature: ChainSignature?) throws {
        for start in stride(from: 0, to: hashedRecords.count, by: AdmissionLedger.rowsAtOnce) {
            let part = hashedRecords[start..<min(start + AdmissionLedger.rowsAtOnce, hashedRecords.count)]
            try connection.execute(
                AdmissionLedger.insertion, rows: part.map { AdmissionLedger.values($0.record, hash: $0.hash) })
        }
        try store(head, signature: signature)
    }

    /// The times of a device's first and last record, by the device's wall clock; nil if the device has no records.
    public func wallClocks(of device: DeviceID) throws -> (first: Instant, last: Instant)? {
        let ends = try connection.all(
            """
            SELECT wall_clock FROM record JOIN device ON device.id = record.device
            WHERE record.device = $1 AND record.sequence IN (1, device.sequence) ORDER BY record.sequence
            """, [.blob(device.bytes)]
        ) { try $0.instant(0) }
        guard let first = ends.first, let last = ends.last else { return nil }
        return (first, last)
    }

    /// The records of an event's merges, in no particular order. Such a record says which records of other devices a
    /// device received in the merge. Does not include known records.
    func merges(of event: EventNumber) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record
            WHERE event = $1 AND serial = 0 AND verdict <> 'refuse' AND verdict = 'merge'
            """, [.int(event.rawValue)], AdmissionLedger.record)
    }

    /// The records of some tickets at all sub-events, without refusals, in no particular order. Does not include known
    /// records.
    func hashedRecords(of serials: [Serial], _ event: EventNumber) throws -> [HashedRecord] {
        let serials = SerialList(serials, from: 2)
        return try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record
            WHERE event = $1 AND serial IN (\(serials.placeholders)) AND verdict <> 'refuse'
            """, [.int(event.rawValue)] + serials.values, AdmissionLedger.hashedRecord)
    }

    /// The records of some tickets, including the known records.
    func joinedRecords(of serials: [Serial], _ event: EventNumber) throws -> JoinedRecords {
        JoinedRecords(
            own: try hashedRecords(of: serials, event), known: try connection.knownRecords.links(of: serials, event))
    }

    /// For each ticket, the cost of deriving its history from its records: the number of these records, and the number
    /// of people whom they admit. Known records are not counted. Tickets without records are omitted.
    func replayCosts(of serials: [Serial], _ event: EventNumber) throws -> [Serial: ReplayCost] {
        let serials = SerialList(serials, from: 2)
        let found: [(Serial, ReplayCost)] = try connection.all(
            """
            SELECT serial, count(*), CAST(sum(CASE
                WHEN verdict <> 'admit' OR count < 0 THEN 0 WHEN count > 1024 THEN 1024 ELSE count END) AS BIGINT)
            FROM record WHERE event = $1 AND serial IN (\(serials.placeholders)) AND verdict <> 'refuse'
            GROUP BY serial
            """, [.int(event.rawValue)] + serials.values
        ) { (try $0.value(0), ReplayCost(records: try $0.number(1), people: try $0.number(2))) }
        return Dictionary(found) { first, _ in first }
    }

    /// The number of one ticket's records by each device. Refusals are not counted. The records of all copies of a
    /// cloned device are counted together, under the device's id.
    func recordsByDevice(of serial: Serial, _ event: EventNumber) throws -> [DeviceID: Int] {
        let branches = try ChainPaths(connection).branches
        let found = try connection.all(
            """
            SELECT device, count(*) FROM record WHERE event = $1 AND serial = $2 AND verdict <> 'refuse'
            GROUP BY device
            """, [.int(event.rawValue), .int(serial.rawValue)]
        ) { (branches.origin(of: try AdmissionLedger.device($0)), try $0.number(1)) }
        return Dictionary(found, uniquingKeysWith: +)
    }

    /// The tickets with admissions in several chains, sorted by serial. Reads all admissions of the event.
    func admittedBySeveral(_ event: EventNumber) throws -> [Serial] {
        try connection.all(
            """
            SELECT serial FROM record WHERE event = $1 AND serial <> 0 AND verdict = 'admit'
            GROUP BY serial HAVING count(DISTINCT device) > 1 ORDER BY serial
            """, [.int(event.rawValue)]
        ) { try $0.value(0, Serial.self) }
    }

    /// Whether a chain, up to its record `head`, has any record of an event other than `event`.
    func hasOtherEvents(_ event: EventNumber, _ head: Head) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM record WHERE device = $1 AND event <> $2 AND sequence <= $3 LIMIT 1",
            [.blob(head.device.bytes), .int(event.rawValue), .integer(head.sequence)]
        ) { _ in true } ?? false
    }
}
