import Cryptography
import Ticketing

/// The chains of a store. The path to a branch's head begins with the records of the parent chain.
struct ChainPaths {
    let connection: any StoreConnection
    /// The heads of all chains, sorted by id.
    let heads: [AdmissionLedger.Head]
    let branches: ChainBranches

    init(_ connection: any StoreConnection) throws {
        self.connection = connection
        heads = try connection.all("SELECT id, sequence, hybrid_clock, hash FROM device ORDER BY id", []) { row in
            AdmissionLedger.Head(
                device: try AdmissionLedger.device(row), sequence: try row.sequence(1),
                hybridClock: try row.hybridClock(2), hash: row.blob(3))
        }
        let found = try connection.all("SELECT id, origin, parent, base FROM chain_branch ORDER BY id", []) { row in
            (
                try AdmissionLedger.device(row),
                ChainBranch(
                    origin: try AdmissionLedger.device(row, column: 1),
                    parent: try AdmissionLedger.device(row, column: 2), lastShared: try row.sequence(3))
            )
        }
        branches = ChainBranches(byChain: Dictionary(found) { first, _ in first })
    }

    func origin(of chain: DeviceID) -> DeviceID { branches.origin(of: chain) }

    /// The last record that a chain shares with its parent chain. If there is no parent chain, the sequence number is 0
    /// and the hash is zeros. Nil if the shared record is missing.
    func start(of chain: DeviceID) throws -> (sequence: Int64, hash: [UInt8])? {
        let base = branches.byChain[chain]?.lastShared ?? 0
        return try hash(at: base, of: chain).map { (base, $0) }
    }

    /// The hash of record number `sequence` of the path of `chain`: zeros if `sequence` is 0; nil if the path is
    /// shorter.
    func hash(at sequence: Int64, of chain: DeviceID) throws -> [UInt8]? {
        guard sequence > 0 else { return [UInt8](repeating: 0, count: SHA256.length) }
        return try connection.ledger.hash(at: sequence, of: owner(of: sequence, on: chain).bytes)
    }

    func owner(of sequence: Int64, on chain: DeviceID) -> DeviceID { branches.owner(of: sequence, on: chain) }

    /// Stores a branch: the point where a chain diverges from its parent chain. Does nothing if the branch is already
    /// stored.
    func add(_ branch: ChainBranch, as id: DeviceID) throws {
        try connection.execute(
            "INSERT INTO chain_branch (id, origin, parent, base) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            [.blob(id.bytes), .blob(branch.origin.bytes), .blob(branch.parent.bytes), .integer(branch.lastShared)])
    }

    /// The records of other devices that each device had received when it wrote its own records. The result is derived
    /// from the event's `merge` records. In the result, a pack's known records have the ids that `KnownChains` assigns.
    func knownHeads(of event: EventNumber, _ known: KnownChains) throws -> KnownHeads {
        var knowledge = KnownHeads(branches: branches.byChain.merging(known.branches) { own, _ in own })
        let chains = Dictionary(grouping: heads.map(\.device)) { origin(of: $0) }
        let haveForks = !branches.byChain.isEmpty || known.hasForks
        let merges =
            try connection.ledger.merges(of: event).map { (id: $0.id, learned: $0.learned) }
            + connection.knownRecords.merges(of: event).map { (id: known.localID($0.id), learned: $0.learned) }
        for merge in merges {
            for head in merge.learned {
                // `head` is a record of another device's chain. If that device was copied, it can have several chains.
                // The head belongs to the chain whose path contains a record with the head's sequence number and hash.
                let own =
                    try haveForks
                    ? chains[head.id.device]?.first { try hash(at: head.id.sequence, of: $0) == head.hash } : nil
                let chain = try own ?? known.chain(to: head) ?? head.id.device
                var sequence = head.id.sequence
                // A clone of a device can continue the device's chain with different records that have the same
                // sequence numbers (a branch). The known records do not show a branch that consists of refusals,
                // because a pack does not contain the main store's refusals. If this ledger has a record with the
                // head's sequence number and another hash, the head is on such a branch. The device that recorded the
                // head had therefore received this ledger's chain only up to the start of the branch.
                if own == nil, let here = try hash(at: sequence, of: chain), here != head.hash {
                    sequence = min(sequence, known.lastShared[chain] ?? 0)
                }
                knowledge.learn(RecordID(device: chain, sequence: sequence), at: merge.id)
            }
        }
        return knowledge
    }
}
