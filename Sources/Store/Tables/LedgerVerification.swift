import Cryptography
public import Languages
public import Ticketing

/// The result of verifying the ledger's chains.
public enum LedgerVerification: Hashable, Sendable {
    /// Every chain is intact up to its head.
    case intact(devices: Int, records: Int)
    /// The first fault found, at the record with the number `sequence` in the chain of `device`.
    case broken(device: DeviceID, sequence: Int64, fault: ChainFault)
    /// The chains are intact, but some tickets' stored slots differ from the slots that follow from the records.
    /// `tickets` is the number of these tickets, and `first` is the first of their serials.
    case slotsDiffer(tickets: Int, event: EventNumber, first: Serial)
}

/// A fault in a chain of records.
public enum ChainFault: String, SentenceKey {
    public static let subject = "chainFault"

    /// The record was changed after it was written, or records were reordered.
    case edited = "the record does not match its hash"
    /// A record is missing. The result names the record after the gap.
    case gap = "a record is missing before it"
    /// The chain ends before its head, continues after it, or has no head.
    case head = "the chain does not end at its head"
    /// The chain is a branch whose parent chains lead to another device's chain, or back to the branch itself.
    case branch = "the chain branches off another device's chain, or leads back to itself"
    /// The chain has no records at all, although other tables have rows that were written together with records of this
    /// chain.
    case missing = "all records are missing"
    /// Another table has a row that was written together with a record of this chain, and the row is newer than all
    /// remaining records.
    case truncated = "the records after it are missing"
}

extension AdmissionLedger {
    /// Verifies that every chain is intact, from its beginning or from the point where it branches off another chain.
    /// In an intact chain, the sequence numbers have no gaps, each hash covers its record and the previous hash, and
    /// the last hash equals the head. If all chains are intact, verifies that the stored slots follow from the records.
    public func verify() throws -> LedgerVerification {
        let paths = try ChainPaths(connection)
        if let (chain, branch) = paths.branches.foreign {
            return .broken(device: chain, sequence: branch.lastShared + 1, fault: .branch)
        }
        var records = 0
        for head in paths.heads {
            let start = try paths.start(of: head.device)
            let walk = try walk(head, paths.branches, after: start)
            if case .broken = walk { return walk }
            if case .intact(_, let count) = walk { records += count }
        }
        let headless = try connection.first(
            "SELECT device, sequence FROM record WHERE device NOT IN (SELECT id FROM device) LIMIT 1", []
        ) { row in (device: try AdmissionLedger.device(row), sequence: row.integer(1)) }
        if let headless { return .broken(device: headless.device, sequence: headless.sequence, fault: .head) }
        return try findDifferingSlots() ?? .intact(devices: paths.heads.count, records: records)
    }

    /// Verifies the part of a chain that follows a record that was already verified.
    ///
    /// - Parameters:
    ///   - start: the sequence number and hash of the verified record, or 0 and zeros to verify the whole chain. Nil if
    ///     the verified record is missing, which is a fault of the chain.
    ///   - body: is called with each record whose hash is correct.
    func walk(
        _ head: Head, _ branches: ChainBranches, after start: (sequence: Int64, hash: [UInt8])?,
        _ body: (HashedRecord) -> Void = { _ in }
    ) throws -> LedgerVerification {
        let device = head.device
        guard var (sequence, hash) = start else { return .broken(device: device, sequence: 0, fault: .gap) }
        let hasher = try ChainHasher()
        var records = 0
        var broken: LedgerVerification?
        try connection.forEachRow(
            "SELECT \(AdmissionLedger.columns) FROM record WHERE device = $1 AND sequence > $2 ORDER BY sequence",
            [.blob(device.bytes), .integer(sequence)]
        ) { row in
            guard broken == nil else { return }
            do {
                var record = try AdmissionLedger.record(row)
                // Let all records of the chain share one copy of the device id in memory.
                record.device = device
                guard record.sequence == sequence + 1 else {
                    broken = .broken(device: device, sequence: record.sequence, fault: .gap)
                    return
                }
                hash = try hasher.hash(of: record.asWritten(in: device, branches), after: hash)
                guard hash == row.blob(18) else {
                    broken = .broken(device: device, sequence: record.sequence, fault: .edited)
                    return
                }
                body(HashedRecord(record: record, hash: hash))
            } catch is InvalidColumnValue {
                // A gate never writes an invalid value, so the record was edited.
                broken = .broken(device: device, sequence: row.integer(1), fault: .edited)
            }
            sequence = row.integer(1)
            records += 1
        }
        if let broken { return broken }
        guard sequence == head.sequence, hash == head.hash else {
            return .broken(device: device, sequence: sequence, fault: .head)
        }
        return .intact(devices: 1, records: records)
    }

    func heads() throws -> [(id: [UInt8], sequence: Int64, hash: [UInt8])] {
        try connection.all("SELECT id, sequence, hash FROM device ORDER BY id", []) { row in
            (id: row.blob(0), sequence: row.integer(1), hash: row.blob(2))
        }
    }

    /// The heads of all chains with records. Each head has the id of the device that wrote the chain's records, even if
    /// the chain is a branch, which is stored under another id. So several heads can have the same device id after a
    /// fork.
    public func chainHeads() throws -> [ChainHead] {
        let paths = try ChainPaths(connection)
        return paths.heads.filter { $0.sequence > 0 }.map { head in
            ChainHead(
                id: RecordID(device: paths.origin(of: head.device), sequence: head.sequence), hash: head.hash)
        }.sorted { $0.id < $1.id }
    }

    /// The hash of a record, which also covers all earlier records of its chain; nil if there is no such record.
    func hash(at sequence: Int64, of device: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT hash FROM record WHERE device = $1 AND sequence = $2", [.blob(device), .integer(sequence)]
        ) { $0.blob(0) }
    }

    /// Compares each ticket's stored slots with the slots that follow from the ticket's records. Nil if all are equal.
    private func findDifferingSlots() throws -> LedgerVerification? {
        var tickets = Set<[UInt64]>()
        var first: SubEventTicket?
        let isPack = try connection.gatePackRecord.number() != nil
        try forEachHistory(isPack: isPack) { ticket, history, slots in
            guard history.slots != slots else { return }
            tickets.insert([UInt64(ticket.event.rawValue), ticket.serial.rawValue])
            if first == nil { first = ticket }
        }
        return first.map { .slotsDiffer(tickets: tickets.count, event: $0.event, first: $0.serial) }
    }
}
