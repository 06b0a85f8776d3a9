public import Ticketing

/// What a merge asks the ledger.
extension AdmissionLedger {
    /// A record of a chain with its hash, which its own store has verified.
    struct Link {
        var record: AdmissionRecord
        let hash: [UInt8]
    }

    /// At most `limit` records of one chain, those after a sequence number, in order.
    func links(of chain: DeviceID, after sequence: Int64, limit: Int) throws -> [Link] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record WHERE device = $1 AND sequence > $2
            ORDER BY sequence LIMIT $3
            """, [.blob(chain.bytes), .integer(sequence), .int(limit)], AdmissionLedger.link)
    }

    static func link(_ row: any SQLRow) throws -> Link {
        Link(record: try AdmissionLedger.record(row), hash: row.blob(18))
    }

    /// How many rows are handed to the driver at once.
    private static let rowsAtOnce = 1000

    /// Adds records of a chain whose head has moved along with them. The chain's head is this transaction's.
    ///
    /// - Parameter signature: of the chain's device, where these records reach it.
    func append(_ links: [Link], to head: Head, signature: ChainSignature?) throws {
        for start in stride(from: 0, to: links.count, by: AdmissionLedger.rowsAtOnce) {
            let part = links[start..<min(start + AdmissionLedger.rowsAtOnce, links.count)]
            try connection.execute(
                AdmissionLedger.insertion, rows: part.map { AdmissionLedger.values($0.record, hash: $0.hash) })
        }
        try store(head, signature: signature)
    }

    /// When a device wrote its first and its last record, by its own wall clock; nil when it has written none.
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

    /// An event's records of learned heads, in no order. Known records of a pack's office are not among them.
    func merges(of event: EventNumber) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record
            WHERE event = $1 AND serial = 0 AND verdict <> 'refuse' AND verdict = 'merge'
            """, [.int(event.rawValue)], AdmissionLedger.record)
    }

    /// The records of some tickets in the ledger's own chains, without refusals, at all functions, in no order.
    func links(of serials: [Serial], _ event: EventNumber) throws -> [Link] {
        let serials = SerialList(serials, from: 2)
        return try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record
            WHERE event = $1 AND serial IN (\(serials.placeholders)) AND verdict <> 'refuse'
            """, [.int(event.rawValue)] + serials.values, AdmissionLedger.link)
    }

    /// The same, and the records that a pack knows of its office.
    func joinedRecords(of serials: [Serial], _ event: EventNumber) throws -> JoinedRecords {
        JoinedRecords(
            own: try links(of: serials, event), known: try connection.knownRecords.links(of: serials, event))
    }

    /// The work that some tickets' own records make; a ticket without any is not named.
    func work(of serials: [Serial], _ event: EventNumber) throws -> [Serial: TicketWork] {
        let serials = SerialList(serials, from: 2)
        let found: [(Serial, TicketWork)] = try connection.all(
            """
            SELECT serial, count(*), CAST(sum(CASE
                WHEN verdict <> 'admit' OR count < 0 THEN 0 WHEN count > 1024 THEN 1024 ELSE count END) AS BIGINT)
            FROM record WHERE event = $1 AND serial IN (\(serials.placeholders)) AND verdict <> 'refuse'
            GROUP BY serial
            """, [.int(event.rawValue)] + serials.values
        ) { (try $0.value(0), TicketWork(records: try $0.number(1), people: try $0.number(2))) }
        return Dictionary(found) { first, _ in first }
    }

    /// How many of one ticket's records each device made, refusals aside.
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

    /// The tickets that several chains have admissions of, by serial. Reads all admissions of the event.
    func admittedBySeveral(_ event: EventNumber) throws -> [Serial] {
        try connection.all(
            """
            SELECT serial FROM record WHERE event = $1 AND serial <> 0 AND verdict = 'admit'
            GROUP BY serial HAVING count(DISTINCT device) > 1 ORDER BY serial
            """, [.int(event.rawValue)]
        ) { try $0.value(0, Serial.self) }
    }

    /// Whether a chain has records of other events, too, up to one of its records.
    func goesBeyond(_ event: EventNumber, _ head: Head) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM record WHERE device = $1 AND event <> $2 AND sequence <= $3 LIMIT 1",
            [.blob(head.device.bytes), .int(event.rawValue), .integer(head.sequence)]
        ) { _ in true } ?? false
    }
}
