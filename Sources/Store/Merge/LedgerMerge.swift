import Languages
import Ticketing

/// One run of a merge. The other store is read in a single transaction. The records are written in batches, each in a
/// separate transaction.
struct LedgerMerge {
    let from: any StoreConnection
    /// The path of the other store, for error messages.
    let path: String
    let to: any StoreEngine
    let context: MergeContext
    /// The largest size of a batch that the previous merge into this store reached; nil before the first merge.
    let previousBatchSize: Int?
    /// The maximum number of failed attempts to store the batches of one chain. An attempt fails if another merge,
    /// which runs at the same time, has already stored the records of the batch.
    private static let maxLostRaces = 100

    /// - Returns: the summary, and the largest size of a batch that this merge reached (`MergeBatchSize.largest`). The
    ///   size is nil if nothing was merged.
    func run(_ progress: (Int) throws -> Void) throws -> (summary: MergeSummary, batchSize: Int?) {
        let chains = try VerifiedChains(from, path: path, besides: to, context)
        let counters = try self.counters()
        let signer = try to.read { try $0.deviceKeys.signer(of: context.receiver) }
        let clock = ContinuousClock()
        var length = MergeBatchSize(
            isAlone: try to.read { $0.isSoleWriter }, verified: chains.throughput, previous: previousBatchSize)
        var summary = MergeSummary()
        var done = 0
        for head in chains.parentsFirst {
            var chain = try incomingChain(head, chains)
            var chainSummary = try description(of: chain, chains.paths)
            let base = chains.paths.branches.byChain[head.device]?.lastShared ?? 0
            chainSummary.unsigned = chains.unsigned[head.device] ?? 0
            let proof = try chains.signed.signatureWithKey(of: head)
            var missed = 0
            while chain.newRecordCount > 0, !chainSummary.hasOtherEvents {
                let (records, weight) = try prefixWithinLimit(
                    chains.nextRecords(of: chain, limit: length.next), length.next)
                let (joined, start) = (chain, clock.now)
                let found = try to.write { connection in
                    var batch = try MergeBatch(records, of: joined, context, signer, proof, connection)
                    return try batch?.store()
                }
                chain = try self.incomingChain(head, chains)
                guard let found else {
                    // The batch was not stored, because the local chain (the chain of this store that gets the records)
                    // has changed. Probably, another process is merging the same chain. But if `maxLostRaces` attempts
                    // have failed, the likely reason is that the local chain has gaps.
                    missed += 1
                    guard missed < LedgerMerge.maxLostRaces else {
                        throw StoreError.damaged(
                            path: to.path,
                            detail: Sentence(StoreError.Text.chainGaps, ["chain": "\(joined.target)"]))
                    }
                    continue
                }
                length.recordDuration(clock.now - start, for: weight)
                summary.conflicts += found
                chainSummary.new += records.count
                done += records.count
                try progress(done)
            }
            (chainSummary.first, chainSummary.last) = try wallClocks(of: chain, after: base)
            summary.chains.append(chainSummary)
        }
        summary.conflicts += try replayForkedTickets()
        try to.write { try $0.scanCounters.mergeCounts(counters, of: context.event) }
        summary.lost = try to.read { try lostHeads($0) }
        return (summary, length.largest)
    }

    /// The first records of `links`: as many as one transaction can store within the limit `limit` for the cost
    /// (`ReplayCost`), but at least one.
    ///
    /// - Returns: these records, and their cost.
    private func prefixWithinLimit(
        _ links: [AdmissionLedger.HashedRecord], _ limit: Int
    ) throws -> (links: [AdmissionLedger.HashedRecord], weight: Int) {
        let touched = AffectedTickets(links)
        let earlier = try to.read { connection in
            try touched.chunks.reduce(into: [Serial: ReplayCost]()) { works, part in
                try works.merge(connection.ledger.replayCosts(of: part.serials, context.event)) { first, _ in first }
            }
        }
        let fitting = BatchPrefix(links, earlier: earlier, limit: limit)
        return (Array(links.prefix(fitting.count)), fitting.cost)
    }

    private func incomingChain(_ head: AdmissionLedger.Head, _ chains: VerifiedChains) throws -> IncomingChain {
        try to.read {
            try IncomingChain(
                head, theirs: chains.paths, ours: ChainPaths($0), known: chains.starts[head.device, default: 0])
        }
    }

    private func description(of chain: IncomingChain, _ theirs: ChainPaths) throws -> MergeSummary.Chain {
        let isBranchAlready = theirs.branches.byChain[chain.head.device] != nil
        return MergeSummary.Chain(
            device: chain.head.device, new: 0, known: Int(chain.sharedLength),
            missing: chain.newRecordCount == 0 ? Int(chain.localHead.sequence - chain.sharedLength) : 0,
            fork: isBranchAlready
                ? nil : chain.branch.map { MergeSummary.Fork(sequence: chain.sharedLength + 1, branch: $0.id) },
            hasOtherEvents: try chain.newRecordCount > 0 && from.ledger.hasOtherEvents(context.event, chain.head))
    }

    /// The wall-clock times of a chain's first and last record in this store. Records that were not merged are ignored,
    /// because the other store may contain false times for them.
    ///
    /// - Parameter base: the sequence number of the last record that the chain shares with its parent chain in the
    ///   other store; 0 if the chain is not a branch.
    private func wallClocks(of chain: IncomingChain, after base: Int64) throws -> (first: Instant?, last: Instant?) {
        guard chain.sharedLength > base else { return (nil, nil) }
        return try to.read { connection in
            let paths = try ChainPaths(connection)
            func wallClock(at sequence: Int64) throws -> Instant? {
                let owner = paths.owner(of: sequence, on: chain.localHead.device)
                return try connection.ledger.hashedRecords(of: owner, after: sequence - 1, limit: 1).first?.record
                    .wallClock
            }
            return (try wallClock(at: base + 1), try wallClock(at: chain.sharedLength))
        }
    }

    /// For the tickets that have admissions in several chains, derives the histories a second time. Does nothing if
    /// this store has no branches. The reason: a record can contain the head of another device's chain. If that chain
    /// has branches, only the records of the branches show to which branch the head belongs, and these records may have
    /// been merged after the first derivation.
    ///
    /// - Returns: the double admissions that were not known before.
    private func replayForkedTickets() throws -> [DoubleAdmission] {
        let serials = try to.read { connection in
            try ChainPaths(connection).branches.byChain.isEmpty
                ? [] : connection.ledger.admittedBySeveral(context.event)
        }
        return try groups(serials).flatMap { group in
            try to.write { connection in
                try connection.tickets.lock(group, of: context.event)
                return try connection.replayHistories(group, of: context.event)
            }
        }
    }

    /// Splits serials into groups. One transaction derives the histories of the tickets of one group. The groups are
    /// small, because gates must wait for that transaction.
    private func groups(_ serials: [Serial]) throws -> [[Serial]] {
        var groups: [[Serial]] = []
        var weight = Int.max
        for list in SerialList.chunks(serials) {
            let works = try to.read { try $0.ledger.replayCosts(of: list, context.event) }
            for serial in list {
                let own = works[serial]?.cost ?? 0
                if weight > MergeBatchSize.maxOnServer - min(own, MergeBatchSize.maxOnServer)
                    || groups.last?.count == SerialList.maxCount
                {
                    groups.append([])
                    weight = 0
                }
                groups[groups.count - 1].append(serial)
                weight += own
            }
        }
        return groups
    }

    /// The other store's counters of scanned codes that were not tickets, except the counters of the device that
    /// receives the records. The content of a gate pack may be false. When the main store merges a gate pack, only the
    /// counters of the event's known gate devices are therefore included.
    private func counters() throws -> [ScanCounters.DeviceCounter] {
        guard let sender = context.sender else { return [] }
        guard context.trust == .signed else {
            return try from.scanCounters.byDevice(sender, of: context.event).filter { $0.device != context.receiver }
        }
        let limit = MergeLimits.counters
        let found = try from.scanCounters.byDevice(sender, of: context.event, limit: limit + 1)
        try MergeLimits.check(found, path: path)
        return try to.read { connection in
            let isPack = try connection.gatePackRecord.current() != nil
            return try found.filter { counter in
                try counter.device != context.receiver
                    && (isPack || connection.gateDevices.with(id: counter.device)?.event == context.event)
            }
        }
    }

    private func lostHeads(_ connection: any StoreConnection) throws -> [MergeSummary.LostHead] {
        let paths = try ChainPaths(connection)
        let merges = try connection.ledger.merges(of: context.event).sorted { $0.id < $1.id }
        let learned = merges.flatMap { record in record.learned.map { (head: $0, by: record.device) } }
        let chains = Dictionary(grouping: paths.heads.map(\.device)) { paths.origin(of: $0) }
        return try (learned + packHeads(connection)).compactMap { head, device in
            // A gate pack stores each head with the id that its chain has in the main store. If that chain is a branch,
            // its id is not the id of the device that wrote the records.
            let origin = paths.origin(of: head.id.device)
            let hashes = try chains[origin, default: []].compactMap {
                try paths.hash(at: head.id.sequence, of: $0)
            }
            guard !hashes.contains(head.hash) else { return nil }
            return MergeSummary.LostHead(
                device: head.id.device, sequence: head.id.sequence, knownBy: device,
                fault: hashes.isEmpty ? .truncated : .rewritten)
        }
    }

    /// The merged gate pack's list of the heads of the main store's chains. The result is empty if this store is itself
    /// a gate pack, because a pack does not contain the chains of the main store.
    private func packHeads(
        _ connection: any StoreConnection
    ) throws -> [(head: ChainHead, by: DeviceID)] {
        guard try connection.gatePackRecord.current() == nil, let pack = try from.gatePackRecord.current() else {
            return []
        }
        return pack.heads.map { (head: $0, by: pack.device) }
    }
}
