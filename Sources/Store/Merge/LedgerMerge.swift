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
        let chains = try VerifiedChains(from, path: path, besides: to)
        let clock = ContinuousClock()
        var length = PartLength(isAlone: try to.read { $0.isAlone }, verified: chains.work)
        var summary = MergeSummary()
        var done = 0
        for head in chains.parentsFirst {
            var chain = try joined(head, chains)
            var told = try description(of: chain, chains.paths)
            var missed = 0
            while chain.new > 0, !told.isOfOtherEvents {
                let part = try chains.next(of: chain, limit: length.next)
                let (joined, start) = (chain, clock.now)
                let found = try to.writeMany { connection in
                    var part = try LedgerPart(part, of: joined, context, connection)
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
                length.took(clock.now - start, for: part.count)
                summary.conflicts += found
                told.new += part.count
                done += part.count
                try progress(done)
            }
            summary.chains.append(told)
        }
        summary.conflicts += try followForks()
        try finish(&summary)
        return summary
    }

    /// A chain, and where it joins those that are here by now.
    private func joined(_ head: AdmissionLedger.Head, _ chains: VerifiedChains) throws -> IncomingChain {
        try to.read { try IncomingChain(head, theirs: chains.paths, ours: ChainPaths($0)) }
    }

    private func description(of chain: IncomingChain, _ theirs: ChainPaths) throws -> MergeSummary.Chain {
        let isBranchAlready = theirs.branches.byChain[chain.head.device] != nil
        return MergeSummary.Chain(
            device: chain.head.device, new: 0, known: Int(chain.shared),
            missing: chain.new == 0 ? Int(chain.joined.sequence - chain.shared) : 0,
            fork: isBranchAlready
                ? nil : chain.branch.map { MergeSummary.Fork(sequence: chain.shared + 1, branch: $0.id) },
            isOfOtherEvents: try chain.new > 0 && from.ledger.goesBeyond(context.event, chain.head.device),
            first: try wallClock(of: chain, after: theirs.branches.byChain[chain.head.device]?.base ?? 0),
            last: try wallClock(of: chain, after: chain.head.sequence - 1))
    }

    private func wallClock(of chain: IncomingChain, after sequence: Int64) throws -> Instant? {
        try from.ledger.links(of: chain.head.device, after: sequence, limit: 1).first?.record.wallClock
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
        return try SerialList.parts(serials).flatMap { part in
            try to.write { connection in
                try connection.tickets.hold(part, of: context.event)
                return try connection.followAgain(part, of: context.event)
            }
        }
    }

    /// What can only be told when all is here.
    private func finish(_ summary: inout MergeSummary) throws {
        let counts = try context.counter.map { try from.scanCounters.byKeeper($0, of: context.event) } ?? []
        let others = counts.filter { $0.keeper != context.receiver }
        summary.lost = try to.write { connection in
            try connection.scanCounters.learn(others, of: context.event)
            return try lostHeads(connection)
        }
    }

    /// What devices have known of others' chains, that the chains here have not.
    private func lostHeads(_ connection: any StoreConnection) throws -> [MergeSummary.LostHead] {
        let paths = try ChainPaths(connection)
        let merges = try connection.ledger.merges(of: context.event).sorted { $0.id < $1.id }
        let learned = merges.flatMap { record in record.learned.map { (head: $0, by: record.device) } }
        return try (learned + headsOfPack(connection)).compactMap { head, device in
            // A pack's heads have the ids that its office's chains have there, those of branches, too.
            let origin = paths.origin(of: head.id.device)
            let hashes = try paths.heads.filter { paths.origin(of: $0.device) == origin }
                .compactMap { try paths.hash(at: head.id.sequence, of: $0.device) }
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
