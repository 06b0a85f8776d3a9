import Ticketing

/// The chains of another store, after their new records were verified. The new records of a chain are the first record
/// that this store does not have, and all later records.
struct VerifiedChains {
    /// The maximum number of new records to keep in memory between their verification and their storage. If there are
    /// more new records, none are kept, and all are read a second time.
    private static let maxCachedRecords = MergeBatchSize.maxAlone

    let paths: ChainPaths
    /// For each chain, the last record to merge, as a head with the chain's id.
    let ends: [AdmissionLedger.Head]
    /// The number of records that are not merged because the device has not signed them, by the id of the chain. Only
    /// chains with such records have an entry.
    let unsigned: [DeviceID: Int]
    let signed: SignedChains
    /// For each chain, by its id: the sequence number of the last record that this store already has. The records after
    /// that record were verified.
    let starts: [DeviceID: Int64]
    let throughput: (records: Int, duration: Duration)
    private let from: any StoreConnection
    /// The new records of each chain, by the chain's id; empty if there are too many new records to keep in memory.
    private let cachedLinks: [DeviceID: [AdmissionLedger.HashedRecord]]

    /// Reads and verifies the new records of all chains of another store.
    ///
    /// - Parameter path: the path of the other store, for error messages.
    /// - Throws: `MergeError.broken` if a chain is not intact; `MergeError.unverifiedPack` if the other store claims to
    ///   be the pack of a device, but does not prove this; `MergeError.limitExceeded` or `MergeError.ticketMissing` for
    ///   records that no gate would write.
    init(_ from: any StoreConnection, path: String, besides to: any StoreEngine, _ context: MergeContext) throws {
        self.from = from
        if context.trust == .signed { try MergeLimits.checkChains(of: from, path: path) }
        let theirs = try ChainPaths(from)
        paths = theirs
        if let (chain, branch) = theirs.branches.foreign {
            throw MergeError.broken(path: path, device: chain, sequence: branch.lastShared + 1, fault: .branch)
        }
        signed = try SignedChains(from, path: path, theirs, context, to: to)
        let incoming = try to.read { ours in
            let ours = try ChainPaths(ours)
            return try theirs.heads.map { try IncomingChain($0, theirs: theirs, ours: ours) }
        }
        if context.trust == .signed { try MergeLimits.check(incoming, path: path) }
        starts = Dictionary(incoming.map { ($0.head.device, $0.sharedLength) }) { first, _ in first }
        try VerifiedChains.requireVerifiedPaths(of: incoming, theirs.branches, path: path)
        (ends, unsigned) = try VerifiedChains.ends(of: incoming, theirs, signed)
        var limits = MergeLimits(path: path, at: context.now)
        // The counts of new records are not verified yet. The other store may contain such high counts that their sum
        // would overflow.
        let claimed = incoming.reduce(0) {
            min($0 + max(0, $1.newRecordCount), Int64(VerifiedChains.maxCachedRecords) + 1)
        }
        let isKept = claimed <= VerifiedChains.maxCachedRecords
        var kept: [DeviceID: [AdmissionLedger.HashedRecord]] = [:]
        var records = 0
        let clock = ContinuousClock()
        let start = clock.now
        for chain in incoming {
            var fault: (any Error)?
            let id = chain.head.device
            let base = max(chain.sharedLength, theirs.branches.byChain[id]?.lastShared ?? 0)
            let known = try theirs.hash(at: base, of: id).map { (base, $0) }
            var links: [AdmissionLedger.HashedRecord] = []
            if isKept { links.reserveCapacity(Int(max(0, chain.newRecordCount))) }
            let walk = try from.ledger.walk(chain.head, theirs.branches, after: known) { link in
                if isKept { links.append(link) }
                guard context.trust == .signed, fault == nil else { return }
                do { try limits.check(link.record, of: chain.origin) } catch { fault = error }
            }
            if let fault { throw fault }
            if case .broken(let device, let sequence, let fault) = walk {
                throw MergeError.broken(path: path, device: device, sequence: sequence, fault: fault)
            }
            if case .intact(_, let count) = walk { records += count }
            if isKept { kept[id] = links }
        }
        let found = limits
        if context.trust == .signed { try to.read { try found.checkTickets(with: $0, of: context.event) } }
        self.cachedLinks = kept
        throughput = (records, clock.now - start)
    }

    /// Throws if a branch depends on a new record that will not be verified. A branch (a chain that branches off from
    /// another chain, its parent) begins with records that it shares with its parent, so its hashes depend on these
    /// records. The verification of the parent skips the records that this store already has in the parent. A shared
    /// record is thus not verified if this store has it in the parent, but not in the branch. This never happens with
    /// chains that gates wrote: this store then has a shared record either in both chains, or in neither of them.
    private static func requireVerifiedPaths(
        of chains: [IncomingChain], _ branches: ChainBranches, path: String
    ) throws {
        let starts = Dictionary(
            chains.map { ($0.head.device, max($0.sharedLength, branches.byChain[$0.head.device]?.lastShared ?? 0)) }
        ) { first, _ in first }
        for chain in chains {
            var owner = chain.head.device
            while let branch = branches.byChain[owner], chain.sharedLength < branch.lastShared {
                owner = branch.parent
                let first = max(chain.sharedLength, branches.byChain[owner]?.lastShared ?? 0)
                guard let start = starts[owner], start <= first else {
                    throw MergeError.broken(
                        path: path, device: owner, sequence: first + 1,
                        fault: starts[owner] == nil ? .head : .edited)
                }
            }
        }
    }

    /// For each chain, the last record to merge. A chain is merged up to the later of two records: its last signed
    /// record, and the last record that this store already has. There is one exception: if a branch of a chain is
    /// merged, and the same device made the chain and the branch, the chain is merged at least up to the start of the
    /// branch, because the signature of the branch also covers the records before its start.
    private static func ends(
        of chains: [IncomingChain], _ paths: ChainPaths, _ signed: SignedChains
    ) throws -> (ends: [AdmissionLedger.Head], unsigned: [DeviceID: Int]) {
        var lengths: [DeviceID: Int64] = [:]
        for chain in chains {
            lengths[chain.head.device] = max(chain.sharedLength, try signed.signedEnd(of: chain.head))
        }
        // `lengths` has, for each chain, the number of its last record to merge. A branch may branch off from another
        // branch. This loop therefore repeats until none of these numbers changes, but at most once for each branch.
        for _ in 0..<paths.branches.byChain.count {
            let before = lengths
            for (id, branch) in paths.branches.byChain where lengths[id, default: 0] > branch.lastShared {
                // The device of the branch made the signature of the branch. The signature therefore covers the records
                // of the parent chain only if that chain is of the same device.
                guard paths.origin(of: branch.parent) == branch.origin else { continue }
                lengths[branch.parent] = max(lengths[branch.parent] ?? branch.lastShared, branch.lastShared)
            }
            if lengths == before { break }
        }
        var ends: [AdmissionLedger.Head] = []
        var unsigned: [DeviceID: Int] = [:]
        for chain in chains {
            let head = chain.head
            let length = min(head.sequence, lengths[head.device] ?? 0)
            guard length < head.sequence else {
                ends.append(head)
                continue
            }
            unsigned[head.device] = Int(head.sequence - length)
            guard let hash = try paths.hash(at: length, of: head.device) else { continue }
            ends.append(
                AdmissionLedger.Head(
                    device: head.device, sequence: length, hybridClock: head.hybridClock, hash: hash))
        }
        return (ends, unsigned)
    }

    /// For each chain, the last record to merge. Each chain comes after the chain from which it branches off.
    var parentsFirst: [AdmissionLedger.Head] {
        let branches = paths.branches.byChain
        func depth(_ chain: DeviceID) -> Int {
            var (depth, chain) = (0, chain)
            while let branch = branches[chain], depth <= branches.count {
                (depth, chain) = (depth + 1, branch.parent)
            }
            return depth
        }
        return ends.sorted { (depth($0.device), $0.device) < (depth($1.device), $1.device) }
    }

    /// The next records of a chain to merge, at most `limit`. If this store keeps the chain under another device id
    /// than the other store, the records in the result have the id in this store. If a record undoes an admission, it
    /// contains the id of the admission's record; that id is replaced, too.
    func nextRecords(of chain: IncomingChain, limit: Int) throws -> [AdmissionLedger.HashedRecord] {
        let owner = paths.owner(of: chain.sharedLength + 1, on: chain.head.device)
        let most = min(limit, Int(clamping: lastRecord(of: owner, on: chain.head) - chain.sharedLength))
        return try read(chain.head.device, owner, after: chain.sharedLength, limit: most).map { link in
            let written = link.record.asWritten(in: owner, paths.branches)
            return AdmissionLedger.HashedRecord(
                record: written.localized(in: chain.target, chain.branches), hash: link.hash)
        }
    }

    /// The sequence number of the last record of the chain `owner` on the path to `head` (`ChainBranches` explains
    /// paths). If `owner` is the head's own chain, this is the head's number. Otherwise, it is the number of the last
    /// record that the branches on the path share with `owner`.
    private func lastRecord(of owner: DeviceID, on head: AdmissionLedger.Head) -> Int64 {
        var (chain, last) = (head.device, head.sequence)
        for _ in 0...paths.branches.byChain.count {
            guard chain != owner, let branch = paths.branches.byChain[chain] else { break }
            (chain, last) = (branch.parent, min(last, branch.lastShared))
        }
        return last
    }

    private func read(
        _ chain: DeviceID, _ owner: DeviceID, after shared: Int64, limit: Int
    ) throws -> ArraySlice<AdmissionLedger.HashedRecord> {
        if let links = cachedLinks[chain], let first = links.first?.record.sequence, first <= shared + 1 {
            return links.dropFirst(Int(shared + 1 - first)).prefix(limit)
        }
        return try from.ledger.hashedRecords(of: owner, after: shared, limit: limit)[...]
    }
}
