import Ticketing

/// Maps the chains of a gate pack's known records to chains of the pack's ledger.
///
/// After a fork, a store keeps the device id for the chain that it received first, and stores the branch under a new
/// id. So one id may name different chains in the main store and in this ledger. A known chain that is not in this
/// ledger therefore gets an id that no chain of this ledger has.
struct KnownChains {
    private let connection: any StoreConnection
    /// The ids that the known chains have in the main store.
    private var chains: [DeviceID] = []
    /// The ids of known chains in this ledger, by their ids in the main store. The id in this ledger is the id of the
    /// chain that the known chain continues, or a new id. Known chains that are not in this dictionary keep their ids.
    private var localIDs: [DeviceID: DeviceID] = [:]
    /// For each new id: the point where the chain with this id diverges from a chain of this ledger.
    private(set) var branches: [DeviceID: ChainBranch] = [:]
    /// For each chain of this ledger that a known chain continues: the sequence number of the last shared record; 0 if
    /// no record is shared.
    private(set) var lastShared: [DeviceID: Int64] = [:]
    /// Whether any id names different chains in the main store and in this ledger, or any device has several known
    /// chains.
    private(set) var hasForks = false

    init(_ paths: ChainPaths) throws {
        connection = paths.connection
        // Each query finds only the next chain. Reading all records would be slower, because there are many records and
        // few chains. The first search begins after one zero byte, which sorts before every id.
        while let next = try connection.first(
            "SELECT device FROM known_record WHERE device > $1 ORDER BY device LIMIT 1",
            [.blob(chains.last?.bytes ?? [0])], { try AdmissionLedger.device($0) })
        {
            chains.append(next)
        }
        guard !chains.isEmpty else { return }
        let heads = Dictionary(grouping: paths.heads.filter { $0.sequence > 0 }) { KnownChains.devicePrefix($0.device) }
        var assigned: Set<DeviceID> = []
        for chain in chains {
            guard let relatedHeads = heads[KnownChains.devicePrefix(chain)],
                let joinPoint = try joinPoint(of: chain, relatedHeads, paths)
            else {
                continue
            }
            guard joinPoint.hasDiverged || !assigned.insert(joinPoint.localID).inserted else {
                localIDs[chain] = joinPoint.localID
                lastShared[joinPoint.localID] = joinPoint.shared
                continue
            }
            let name = chain.branchID(joinPoint.next)
            localIDs[chain] = name
            branches[name] = ChainBranch(
                origin: paths.origin(of: joinPoint.localID), parent: joinPoint.localID, lastShared: joinPoint.shared)
        }
        hasForks =
            localIDs.contains { $0 != $1 } || Set(chains.map(KnownChains.devicePrefix)).count < chains.count
    }

    private static func devicePrefix(_ device: DeviceID) -> [UInt8] { Array(device.bytes.prefix(DeviceID.length / 2)) }

    /// The id that a known record has in this ledger.
    func localID(_ id: RecordID) -> RecordID {
        RecordID(device: localIDs[id.device] ?? id.device, sequence: id.sequence)
    }

    /// The id, in this ledger, of the known chain that contains a head. Nil if there is no such chain, or if `hasForks`
    /// is false.
    func chain(to head: ChainHead) throws -> DeviceID? {
        guard hasForks else { return nil }
        let half = KnownChains.devicePrefix(head.id.device)
        let related = chains.filter { KnownChains.devicePrefix($0) == half }
        let found = try related.first { chain in
            let known = try record(of: chain, after: 0, upTo: head.id.sequence)
            return known.map { $0.sequence == head.id.sequence && $0.hash == head.hash } ?? false
        }
        // If the head is a refusal, it is not found among the known records, because packs do not contain the main
        // store's refusals. In this case, the chain with the device id of the head is used.
        return (found ?? related.first { $0 == head.id.device }).map { localIDs[$0] ?? $0 }
    }

    private struct JoinPoint {
        /// The chain of this ledger that shares the most records with the known chain.
        let localID: DeviceID
        /// The sequence number of the last shared record; 0 if no record is shared.
        let shared: Int64
        /// The hash of the known record that follows the shared records; zeros if there is no such record.
        let next: [UInt8]
        /// Whether the chain of this ledger continues with a different record after the shared records.
        let hasDiverged: Bool
    }

    /// The chain of this ledger with which a known chain shares the most records, and the last record that both chains
    /// share. Nil if this ledger has no chain with shared records and no chain with the known chain's id.
    private func joinPoint(
        of chain: DeviceID, _ heads: [AdmissionLedger.Head], _ paths: ChainPaths
    ) throws -> JoinPoint? {
        let joinPoints = try heads.compactMap { head -> JoinPoint? in
            let shared = try shared(chain, with: head, paths)
            guard shared > 0 || head.device == chain else { return nil }
            let next = try record(of: chain, after: shared, upTo: .max, isLast: false)
            return JoinPoint(
                localID: head.device, shared: shared, next: next?.hash ?? [UInt8](repeating: 0, count: 8),
                hasDiverged: try next.map { try continues(head, after: shared, otherwiseThan: $0.sequence, paths) }
                    ?? false)
        }
        return joinPoints.max { ($0.shared, $0.hasDiverged ? 0 : 1) < ($1.shared, $1.hasDiverged ? 0 : 1) }
    }

    /// The sequence number of the last record that a known chain shares with the chain of this ledger that ends at
    /// `head`; 0 if they share no record. Here, a chain that branched off another chain includes the records
    /// before the branch.
    private func shared(
        _ chain: DeviceID, with head: AdmissionLedger.Head, _ paths: ChainPaths
    ) throws -> Int64 {
        var shared: Int64 = 0
        var (low, high) = (Int64(0), head.sequence)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if let record = try record(of: chain, after: low, upTo: middle) {
                guard try paths.hash(at: record.sequence, of: head.device) == record.hash else {
                    high = record.sequence - 1
                    continue
                }
                shared = record.sequence
            }
            low = middle
        }
        return shared
    }

    /// Whether this ledger and the known chain continue differently after the shared records. They do if a record of
    /// this ledger is not shared, and its sequence number is at most that of the next known record. A refusal with a
    /// lower number than the next known record is ignored: the main store may have the same refusal, but a pack does
    /// not contain the main store's refusals.
    private func continues(
        _ head: AdmissionLedger.Head, after shared: Int64, otherwiseThan next: Int64, _ paths: ChainPaths
    ) throws -> Bool {
        var (chain, last) = (head.device, next)
        // The loop is bounded, because a manipulated chain may lead back to itself.
        for _ in 0...paths.branches.byChain.count {
            let branch = paths.branches.byChain[chain]
            let goesOn = try connection.first(
                """
                SELECT 1 FROM record WHERE device = $1 AND sequence > $2 AND sequence <= $3
                    AND (verdict <> 'refuse' OR sequence = $4) LIMIT 1
                """,
                [.blob(chain.bytes), .integer(max(shared, branch?.lastShared ?? 0)), .integer(last), .integer(next)]
            ) { _ in true }
            if goesOn != nil { return true }
            guard let branch, branch.lastShared > shared else { return false }
            (chain, last) = (branch.parent, min(last, branch.lastShared))
        }
        return false
    }

    /// Searches the known records of a chain that have sequence numbers greater than `first` and at most `last`.
    /// Returns the last of these records or, if `isLast` is false, the first of them; nil if there are none.
    private func record(
        of chain: DeviceID, after first: Int64, upTo last: Int64, isLast: Bool = true
    ) throws -> (sequence: Int64, hash: [UInt8])? {
        try connection.first(
            """
            SELECT sequence, hash FROM known_record WHERE device = $1 AND sequence > $2 AND sequence <= $3
            ORDER BY sequence \(isLast ? "DESC" : "ASC") LIMIT 1
            """, [.blob(chain.bytes), .integer(first), .integer(last)]
        ) { (sequence: $0.integer(0), hash: $0.blob(1)) }
    }
}
