import Ticketing

/// The chains of another store, each of them verified behind what is here already.
struct VerifiedChains {
    /// How many records are kept at most, so that they need not be read again.
    private static let mostKept = PartLength.most

    let paths: ChainPaths
    /// What is taken of each chain: by id, where it ends.
    let ends: [AdmissionLedger.Head]
    /// How many records of a chain are behind what its device has signed, by its id.
    let unsigned: [DeviceID: Int]
    let signed: SignedChains
    /// By the id of each chain, the record behind which it was verified: the last one that is here already.
    let starts: [DeviceID: Int64]
    /// How many records were verified, and how long that took.
    let work: (records: Int, duration: Duration)
    private let from: any StoreConnection
    /// By the chain that ends with them: what is new of it, where all that is new was kept.
    private let kept: [DeviceID: [AdmissionLedger.Link]]

    /// - Parameter path: of the other store, for errors.
    /// - Throws: `MergeError.broken`; `unproven`; `beyondLimit` and `impossible` for what no gate writes.
    init(_ from: any StoreConnection, path: String, besides to: any StoreEngine, _ context: MergeContext) throws {
        self.from = from
        if context.trust == .signed { try MergeLimits.checkChains(of: from, path: path) }
        let theirs = try ChainPaths(from)
        paths = theirs
        if let (chain, branch) = theirs.branches.foreign {
            throw MergeError.broken(path: path, device: chain, sequence: branch.base + 1, fault: .branch)
        }
        signed = try SignedChains(from, path: path, theirs, context, to: to)
        let incoming = try to.read { ours in
            let ours = try ChainPaths(ours)
            return try theirs.heads.map { try IncomingChain($0, theirs: theirs, ours: ours) }
        }
        if context.trust == .signed { try MergeLimits.check(incoming, path: path) }
        starts = Dictionary(incoming.map { ($0.head.device, $0.shared) }) { first, _ in first }
        try VerifiedChains.demandWholePaths(of: incoming, theirs.branches, path: path)
        (ends, unsigned) = try VerifiedChains.ends(of: incoming, theirs, signed)
        var limits = MergeLimits(path: path, at: context.now)
        // Nothing is verified yet: what the other store claims may be more than can be counted.
        let claimed = incoming.reduce(0) { min($0 + max(0, $1.new), Int64(VerifiedChains.mostKept) + 1) }
        let isKept = claimed <= VerifiedChains.mostKept
        var kept: [DeviceID: [AdmissionLedger.Link]] = [:]
        var records = 0
        let clock = ContinuousClock()
        let start = clock.now
        for chain in incoming {
            var fault: (any Error)?
            let id = chain.head.device
            let base = max(chain.shared, theirs.branches.byChain[id]?.base ?? 0)
            let known = try theirs.hash(at: base, of: id).map { (base, $0) }
            var links: [AdmissionLedger.Link] = []
            if isKept { links.reserveCapacity(Int(max(0, chain.new))) }
            let walk = try from.ledger.walk(chain.head, theirs.branches, after: known) { link in
                if isKept { links.append(link) }
                guard context.trust == .signed, fault == nil else { return }
                do { try limits.check(link.record, of: chain.origin) } catch { fault = error }
            }
            if let fault { throw fault }
            if case .broken(let device, let sequence, let fault) = walk {
                throw MergeError.broken(path: path, device: device, sequence: sequence, fault: fault)
            }
            if case .whole(_, let count) = walk { records += count }
            if isKept { kept[id] = links }
        }
        let found = limits
        if context.trust == .signed { try to.read { try found.checkTickets(with: $0, of: context.event) } }
        self.kept = kept
        work = (records, clock.now - start)
    }

    /// Refuses a chain that begins with another chain's records where those are not verified as far back: its own hashes
    /// would cover records that nobody looked at. In what a gate wrote, both share the same beginning with the chains here.
    private static func demandWholePaths(
        of chains: [IncomingChain], _ branches: ChainBranches, path: String
    ) throws {
        let starts = Dictionary(
            chains.map { ($0.head.device, max($0.shared, branches.byChain[$0.head.device]?.base ?? 0)) }
        ) { first, _ in first }
        for chain in chains {
            var owner = chain.head.device
            while let branch = branches.byChain[owner], chain.shared < branch.base {
                owner = branch.parent
                let first = max(chain.shared, branches.byChain[owner]?.base ?? 0)
                guard let start = starts[owner], start <= first else {
                    throw MergeError.broken(
                        path: path, device: owner, sequence: first + 1,
                        fault: starts[owner] == nil ? .head : .edited)
                }
            }
        }
    }

    /// How much of each chain is taken: as far as it is signed, or shared with what is here; and of a chain that another
    /// one left, as far as that one needs it, since a signature covers all records before it.
    private static func ends(
        of chains: [IncomingChain], _ paths: ChainPaths, _ signed: SignedChains
    ) throws -> (ends: [AdmissionLedger.Head], unsigned: [DeviceID: Int]) {
        var lengths: [DeviceID: Int64] = [:]
        for chain in chains { lengths[chain.head.device] = max(chain.shared, try signed.end(of: chain.head)) }
        // A branch may have left a branch: at most as deep as there are branches.
        for _ in 0..<paths.branches.byChain.count {
            let before = lengths
            for (id, branch) in paths.branches.byChain where lengths[id, default: 0] > branch.base {
                // The signature is the origin's, and vouches for no other device.
                guard paths.origin(of: branch.parent) == branch.origin else { continue }
                lengths[branch.parent] = max(lengths[branch.parent] ?? branch.base, branch.base)
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

    /// Each chain behind what it left.
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

    /// At most `limit` records of a chain, those that come next, as they are called here.
    func next(of chain: IncomingChain, limit: Int) throws -> [AdmissionLedger.Link] {
        let owner = paths.owner(of: chain.shared + 1, on: chain.head.device)
        let most = min(limit, Int(clamping: lastRecord(of: owner, on: chain.head) - chain.shared))
        return try read(chain.head.device, owner, after: chain.shared, limit: most).map { link in
            let written = link.record.written(in: owner, paths.branches)
            return AdmissionLedger.Link(record: written.found(in: chain.target, chain.branches), hash: link.hash)
        }
    }

    /// The last record of a chain's path that is another chain's own: where the next one leaves it, or where the path ends.
    private func lastRecord(of owner: DeviceID, on head: AdmissionLedger.Head) -> Int64 {
        var (chain, last) = (head.device, head.sequence)
        for _ in 0...paths.branches.byChain.count {
            guard chain != owner, let branch = paths.branches.byChain[chain] else { break }
            (chain, last) = (branch.parent, min(last, branch.base))
        }
        return last
    }

    private func read(
        _ chain: DeviceID, _ owner: DeviceID, after shared: Int64, limit: Int
    ) throws -> ArraySlice<AdmissionLedger.Link> {
        if let links = kept[chain], let first = links.first?.record.sequence, first <= shared + 1 {
            return links.dropFirst(Int(shared + 1 - first)).prefix(limit)
        }
        return try from.ledger.links(of: owner, after: shared, limit: limit)[...]
    }
}
