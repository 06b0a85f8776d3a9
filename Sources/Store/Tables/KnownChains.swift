import Ticketing

/// Maps the office's chains that a pack knows to the chains in the pack's own ledger.
///
/// After a device was cloned, one id may name one branch at the office and another branch in this ledger. A known branch
/// that is not in this ledger gets a new id, so that it is not confused with a chain of this ledger.
struct KnownChains {
    private let connection: any StoreConnection
    /// Ids at the office.
    private var chains: [DeviceID] = []
    /// By the office's id: the chain of this ledger that they continue, or a new id.
    private var names: [DeviceID: DeviceID] = [:]
    /// For each new id, the record at which its branch left a chain of this ledger.
    private(set) var branches: [DeviceID: ChainBranch] = [:]
    /// Whether an id names different chains at the office and in this ledger.
    private(set) var haveForks = false

    init(_ paths: ChainPaths) throws {
        connection = paths.connection
        // One by one: there are few chains beside their records. Each id is longer than one byte, and comes behind it.
        while let next = try connection.first(
            "SELECT device FROM known_record WHERE device > $1 ORDER BY device LIMIT 1",
            [.blob(chains.last?.bytes ?? [0])], { try AdmissionLedger.device($0) })
        {
            chains.append(next)
        }
        guard !chains.isEmpty else { return }
        let heads = Dictionary(grouping: paths.heads.filter { $0.sequence > 0 }) { KnownChains.half($0.device) }
        var taken: Set<DeviceID> = []
        for chain in chains {
            guard let beside = heads[KnownChains.half(chain)], let place = try place(of: chain, beside, paths) else {
                continue
            }
            guard place.isParted || !taken.insert(place.here).inserted else {
                names[chain] = place.here
                continue
            }
            let name = chain.branch(place.next)
            names[chain] = name
            branches[name] = ChainBranch(
                origin: paths.origin(of: place.here), parent: place.here, base: place.shared)
        }
        haveForks =
            names.contains { $0 != $1 } || Set(chains.map(KnownChains.half)).count < chains.count
    }

    /// What all branches of a device have in common.
    private static func half(_ device: DeviceID) -> [UInt8] { Array(device.bytes.prefix(DeviceID.length / 2)) }

    /// A known record as one of a chain here.
    func here(_ id: RecordID) -> RecordID {
        RecordID(device: names[id.device] ?? id.device, sequence: id.sequence)
    }

    /// The id in this ledger of the known chain that has a head; nil without one.
    func chain(to head: ChainHead) throws -> DeviceID? {
        guard haveForks else { return nil }
        let half = KnownChains.half(head.id.device)
        let beside = chains.filter { KnownChains.half($0) == half }
        let found = try beside.first { chain in
            let known = try record(of: chain, after: 0, upTo: head.id.sequence)
            return known.map { $0.sequence == head.id.sequence && $0.hash == head.hash } ?? false
        }
        // It may be a refusal, of which a pack knows nothing.
        return (found ?? beside.first { $0 == head.id.device }).map { names[$0] ?? $0 }
    }

    private struct Place {
        /// The chain here that has most of it.
        let here: DeviceID
        /// The last known record that it has; 0 if it has none.
        let shared: Int64
        /// The hash of the next.
        let next: [UInt8]
        /// Whether the chain of this ledger continues with another record.
        let isParted: Bool
    }

    /// Nil when none of these chains has to do with it.
    private func place(
        of chain: DeviceID, _ heads: [AdmissionLedger.Head], _ paths: ChainPaths
    ) throws -> Place? {
        let places = try heads.compactMap { head -> Place? in
            let shared = try shared(chain, with: head, paths)
            guard shared > 0 || head.device == chain else { return nil }
            let next = try record(of: chain, after: shared, upTo: .max, isLast: false)
            return Place(
                here: head.device, shared: shared, next: next?.hash ?? [UInt8](repeating: 0, count: 8),
                isParted: try next.map { try goesOn(head, after: shared, otherwiseThan: $0.sequence, paths) } ?? false)
        }
        return places.max { ($0.shared, $0.isParted ? 0 : 1) < ($1.shared, $1.isParted ? 0 : 1) }
    }

    /// The last of a known chain's records that is on a path here.
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

    /// Whether a path of this ledger has another record behind the shared ones, up to the number of the next known record.
    /// Refusals count only under that number: a pack does not know the office's refusals.
    private func goesOn(
        _ head: AdmissionLedger.Head, after shared: Int64, otherwiseThan next: Int64, _ paths: ChainPaths
    ) throws -> Bool {
        var (chain, last) = (head.device, next)
        // A chain that leads to itself is one that somebody wrote by hand.
        for _ in 0...paths.branches.byChain.count {
            let branch = paths.branches.byChain[chain]
            let goesOn = try connection.first(
                """
                SELECT 1 FROM record WHERE device = $1 AND sequence > $2 AND sequence <= $3
                    AND (verdict <> 'refuse' OR sequence = $4) LIMIT 1
                """,
                [.blob(chain.bytes), .integer(max(shared, branch?.base ?? 0)), .integer(last), .integer(next)]
            ) { _ in true }
            if goesOn != nil { return true }
            guard let branch, branch.base > shared else { return false }
            (chain, last) = (branch.parent, min(last, branch.base))
        }
        return false
    }

    /// The last, or first, known record of a chain between two numbers.
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
