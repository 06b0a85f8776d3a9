import Ticketing

/// One merge: reads from a transaction of the other store, and writes a part at a time.
struct LedgerMerge {
    let from: any StoreConnection
    /// Where it comes from, for errors.
    let path: String
    let to: any StoreEngine
    let context: MergeContext
    /// How often somebody else may be first.
    private static let patience = 100

    func run(_ progress: (Int) throws -> Void) throws -> MergeSummary {
        let chains = try VerifiedChains(from, path: path, besides: to, context)
        let counters = try self.counters()
        let signer = try to.read { try $0.deviceKeys.signer(of: context.receiver) }
        let clock = ContinuousClock()
        var length = PartLength(isAlone: try to.read { $0.isAlone }, verified: chains.work)
        var summary = MergeSummary()
        var done = 0
        for head in chains.parentsFirst {
            var chain = try joined(head, chains)
            var told = try description(of: chain, chains.paths)
            let base = chains.paths.branches.byChain[head.device]?.base ?? 0
            told.unsigned = chains.unsigned[head.device] ?? 0
            let proof = try chains.signed.proof(of: head)
            var missed = 0
            while chain.new > 0, !told.isOfOtherEvents {
                let (part, weight) = try fitting(chains.next(of: chain, limit: length.next), length.next)
                let (joined, start) = (chain, clock.now)
                let found = try to.writeMany { connection in
                    var part = try LedgerPart(part, of: joined, context, signer, proof, connection)
                    return try part?.store()
                }
                chain = try self.joined(head, chains)
                guard let found else {
                    // Somebody else merges the same. Who is never first has a chain with gaps.
                    missed += 1
                    guard missed < LedgerMerge.patience else {
                        throw StoreError.damaged(path: to.path, detail: "the chain of \(joined.target) has gaps")
                    }
                    continue
                }
                length.took(clock.now - start, for: weight)
                summary.conflicts += found
                told.new += part.count
                done += part.count
                try progress(done)
            }
            (told.first, told.last) = try wallClocks(of: chain, after: base)
            summary.chains.append(told)
        }
        summary.conflicts += try followForks()
        try to.write { try $0.scanCounters.learn(counters, of: context.event) }
        summary.lost = try to.read { try lostHeads($0) }
        return summary
    }

    /// As many of the records as one transaction can take with all that is followed again because of them: each ticket's
    /// earlier records, too. At least one.
    ///
    /// - Returns: the records, and the work that they make.
    private func fitting(
        _ links: [AdmissionLedger.Link], _ limit: Int
    ) throws -> (links: [AdmissionLedger.Link], weight: Int) {
        let touched = TouchedTickets(links)
        let earlier = try to.read { connection in
            try touched.parts.reduce(into: [Serial: TicketWork]()) { works, part in
                try works.merge(connection.ledger.work(of: part.serials, context.event)) { first, _ in first }
            }
        }
        let fitting = FittingRecords(links, earlier: earlier, limit: limit)
        return (Array(links.prefix(fitting.count)), fitting.weight)
    }

    /// A chain, and where it joins those that are here by now.
    private func joined(_ head: AdmissionLedger.Head, _ chains: VerifiedChains) throws -> IncomingChain {
        try to.read {
            try IncomingChain(
                head, theirs: chains.paths, ours: ChainPaths($0), known: chains.starts[head.device, default: 0])
        }
    }

    private func description(of chain: IncomingChain, _ theirs: ChainPaths) throws -> MergeSummary.Chain {
        let isBranchAlready = theirs.branches.byChain[chain.head.device] != nil
        return MergeSummary.Chain(
            device: chain.head.device, new: 0, known: Int(chain.shared),
            missing: chain.new == 0 ? Int(chain.joined.sequence - chain.shared) : 0,
            fork: isBranchAlready
                ? nil : chain.branch.map { MergeSummary.Fork(sequence: chain.shared + 1, branch: $0.id) },
            isOfOtherEvents: try chain.new > 0 && from.ledger.goesBeyond(context.event, chain.head))
    }

    /// When a chain's first and last record were written, of those that are here: the other store's rows may claim
    /// anything of records that were not taken.
    ///
    /// - Parameter base: the last record that is another chain's in the other store.
    private func wallClocks(of chain: IncomingChain, after base: Int64) throws -> (first: Instant?, last: Instant?) {
        guard chain.shared > base else { return (nil, nil) }
        return try to.read { connection in
            let paths = try ChainPaths(connection)
            func wallClock(at sequence: Int64) throws -> Instant? {
                let owner = paths.owner(of: sequence, on: chain.joined.device)
                return try connection.ledger.links(of: owner, after: sequence - 1, limit: 1).first?.record.wallClock
            }
            return (try wallClock(at: base + 1), try wallClock(at: chain.shared))
        }
    }

    /// Which branch of a fork somebody knew can be told when its records are here, and these may come behind the record
    /// that says so. So where there are forks, those who may be in conflict are followed again.
    ///
    /// - Returns: the double admissions that were not known before.
    private func followForks() throws -> [DoubleAdmission] {
        let serials = try to.read { connection in
            try ChainPaths(connection).branches.byChain.isEmpty
                ? [] : connection.ledger.admittedBySeveral(context.event)
        }
        return try parts(serials).flatMap { part in
            try to.write { connection in
                try connection.tickets.hold(part, of: context.event)
                return try connection.followAgain(part, of: context.event)
            }
        }
    }

    /// Serials of which one transaction follows no more records than gates can wait for.
    private func parts(_ serials: [Serial]) throws -> [[Serial]] {
        var parts: [[Serial]] = []
        var weight = Int.max
        for list in SerialList.parts(serials) {
            let works = try to.read { try $0.ledger.work(of: list, context.event) }
            for serial in list {
                let own = works[serial]?.weight ?? 0
                if weight > PartLength.mostBesideOthers - min(own, PartLength.mostBesideOthers)
                    || parts.last?.count == SerialList.most
                {
                    parts.append([])
                    weight = 0
                }
                parts[parts.count - 1].append(serial)
                weight += own
            }
        }
        return parts
    }

    /// What other devices have counted, of those that are known here. Of what comes from outside, the counters of unknown
    /// devices stay where they are.
    private func counters() throws -> [ScanCounters.Kept] {
        guard let keeper = context.counter else { return [] }
        guard context.trust == .signed else {
            return try from.scanCounters.byKeeper(keeper, of: context.event).filter { $0.keeper != context.receiver }
        }
        let limit = MergeLimits.counters
        let found = try from.scanCounters.byKeeper(keeper, of: context.event, limit: limit + 1)
        try MergeLimits.check(found, path: path)
        return try to.read { connection in
            let isPack = try connection.packRows.current() != nil
            return try found.filter { counter in
                try counter.keeper != context.receiver
                    && (isPack || connection.gateDevices.with(id: counter.keeper)?.event == context.event)
            }
        }
    }

    /// What devices have known of others' chains, that the chains here have not.
    private func lostHeads(_ connection: any StoreConnection) throws -> [MergeSummary.LostHead] {
        let paths = try ChainPaths(connection)
        let merges = try connection.ledger.merges(of: context.event).sorted { $0.id < $1.id }
        let learned = merges.flatMap { record in record.learned.map { (head: $0, by: record.device) } }
        let chains = Dictionary(grouping: paths.heads.map(\.device)) { paths.origin(of: $0) }
        return try (learned + headsOfPack(connection)).compactMap { head, device in
            // A pack's heads have the ids that its office's chains have there, those of branches, too.
            let origin = paths.origin(of: head.id.device)
            let hashes = try chains[origin, default: []].compactMap {
                try paths.hash(at: head.id.sequence, of: $0)
            }
            guard !hashes.contains(head.hash) else { return nil }
            return MergeSummary.LostHead(
                device: head.id.device, sequence: head.id.sequence, knownBy: device,
                fault: hashes.isEmpty ? .cut : .rewritten)
        }
    }

    /// The ends of the office's chains when it made the pack that comes back. Another pack has not got them.
    private func headsOfPack(
        _ connection: any StoreConnection
    ) throws -> [(head: ChainHead, by: DeviceID)] {
        guard try connection.packRows.current() == nil, let pack = try from.packRows.current() else { return [] }
        return pack.heads.map { (head: $0, by: pack.device) }
    }
}
