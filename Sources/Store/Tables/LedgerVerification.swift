import Cryptography
public import Ticketing

/// What a walk along the chains found.
public enum LedgerVerification: Hashable, Sendable {
    /// Every chain is whole, up to its head.
    case whole(devices: Int, records: Int)
    /// The first fault, at `sequence` of `device`.
    case broken(device: DeviceID, sequence: Int64, fault: ChainFault)
    /// The chains are whole, but who is inside does not follow from them, for so many tickets, this one among them.
    case placesDiffer(tickets: Int, event: EventNumber, first: Serial)
}

/// What can be wrong with a chain of records.
public enum ChainFault: String, Hashable, Sendable {
    /// The record, or the order of records, was changed after it was written.
    case edited = "the record does not match its hash"
    /// A record is missing before this one.
    case gap = "a record is missing before it"
    /// The chain ends before its head, goes on after it, or has none.
    case head = "the chain does not end at its head"
    /// Its beginning is another device's chain, or it leads back to itself.
    case branch = "the chain did not leave a chain of its own device"
    /// There is no record at all of what is there, and was made with one.
    case missing = "all records are missing"
    /// Something is there that is younger than every record, and was made with one.
    case cut = "the records after it are missing"
}

extension AdmissionLedger {
    /// Walks every chain from its beginning, or from where it left another's: sequence numbers without gaps, each hash over
    /// its record and the hash before it, the last one equal to the head.
    public func verify() throws -> LedgerVerification {
        let paths = try ChainPaths(connection)
        if let (chain, branch) = paths.branches.foreign {
            return .broken(device: chain, sequence: branch.base + 1, fault: .branch)
        }
        var records = 0
        for head in paths.heads {
            let start = try paths.start(of: head.device)
            let walk = try walk(head, paths.branches, after: start)
            if case .broken = walk { return walk }
            if case .whole(_, let count) = walk { records += count }
        }
        let headless = try connection.first(
            "SELECT device, sequence FROM record WHERE device NOT IN (SELECT id FROM device) LIMIT 1", []
        ) { row in (device: try AdmissionLedger.device(row), sequence: row.integer(1)) }
        if let headless { return .broken(device: headless.device, sequence: headless.sequence, fault: .head) }
        return try placesThatDiffer() ?? .whole(devices: paths.heads.count, records: records)
    }

    /// Walks one chain behind a record of it.
    ///
    /// - Parameters:
    ///   - start: how far the chain is known, and the hash there; nil when that record is missing.
    ///   - body: is handed each record whose hash is right.
    func walk(
        _ head: Head, _ branches: ChainBranches, after start: (sequence: Int64, hash: [UInt8])?,
        _ body: (Link) -> Void = { _ in }
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
                // The same id, in one piece of memory for all.
                record.device = device
                guard record.sequence == sequence + 1 else {
                    broken = .broken(device: device, sequence: record.sequence, fault: .gap)
                    return
                }
                hash = try hasher.hash(of: record.written(in: device, branches), after: hash)
                guard hash == row.blob(18) else {
                    broken = .broken(device: device, sequence: record.sequence, fault: .edited)
                    return
                }
                body(Link(record: record, hash: hash))
            } catch is ColumnFault {
                // What no gate has written.
                broken = .broken(device: device, sequence: row.integer(1), fault: .edited)
            }
            sequence = row.integer(1)
            records += 1
        }
        if let broken { return broken }
        guard sequence == head.sequence, hash == head.hash else {
            return .broken(device: device, sequence: sequence, fault: .head)
        }
        return .whole(devices: 1, records: records)
    }

    /// The ends of all chains, as they are stored.
    func heads() throws -> [(id: [UInt8], sequence: Int64, hash: [UInt8])] {
        try connection.all("SELECT id, sequence, hash FROM device ORDER BY id", []) { row in
            (id: row.blob(0), sequence: row.integer(1), hash: row.blob(2))
        }
    }

    /// The ends of all chains that have records, as other devices can learn them: a cloned device has several.
    public func chainHeads() throws -> [ChainHead] {
        let paths = try ChainPaths(connection)
        return paths.heads.filter { $0.sequence > 0 }.map { head in
            ChainHead(
                id: RecordID(device: paths.origin(of: head.device), sequence: head.sequence), hash: head.hash)
        }.sorted { $0.id < $1.id }
    }

    /// A record's hash, which covers all before it; nil when there is no such record.
    func hash(at sequence: Int64, of device: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT hash FROM record WHERE device = $1 AND sequence = $2", [.blob(device), .integer(sequence)]
        ) { $0.blob(0) }
    }

    /// The places of each ticket must be those that its records lead to.
    private func placesThatDiffer() throws -> LedgerVerification? {
        var tickets = Set<[UInt64]>()
        var first: TicketAtFunction?
        let isPack = try connection.packRows.number() != nil
        try forEachHistory(isPack: isPack) { ticket, history, places in
            guard history.places != places else { return }
            tickets.insert([UInt64(ticket.event.rawValue), ticket.serial.rawValue])
            if first == nil { first = ticket }
        }
        return first.map { .placesDiffer(tickets: tickets.count, event: $0.event, first: $0.serial) }
    }
}
