import Cryptography
import Ticketing

/// A chain that is merged from another store into this store. The incoming chain normally continues a local chain (a
/// chain of this store). The two chains can also differ after some record. If so, the rest of the incoming chain
/// becomes a branch of the local chain.
struct IncomingChain {
    /// The head of the chain in the other store.
    let head: AdmissionLedger.Head
    let origin: DeviceID
    /// The head of the device's local chain that shares the longest prefix with the incoming chain. If the device has
    /// no local chain, this is the head of an empty chain with the device's id.
    let localHead: AdmissionLedger.Head
    let sharedLength: Int64
    /// The branch that gets the new records of the incoming chain, if these differ from records of the local chain. Nil
    /// if the incoming chain continues the local chain or has no new records.
    let branch: (id: DeviceID, ChainBranch)?
    /// The branches of this store, including `branch`.
    let branches: ChainBranches

    /// Compares a chain of the other store (`theirs`) with the chains of this store (`ours`).
    ///
    /// - Parameter known: the sequence number of the last record that was skipped during the verification of the chain;
    ///   0 if none was skipped. The verification skips the records that this store already has. The search for the
    ///   shared prefix starts at this record, because the hashes of earlier records were not verified.
    init(_ head: AdmissionLedger.Head, theirs: ChainPaths, ours: ChainPaths, known: Int64 = 0) throws {
        let origin = theirs.origin(of: head.device)
        self.head = head
        self.origin = origin
        let candidates = try ours.heads.filter { ours.origin(of: $0.device) == origin }.map { candidate in
            let shared = try CommonChainPrefix.length(
                from: known, upTo: min(head.sequence, candidate.sequence)
            ) {
                try theirs.hash(at: $0, of: head.device)
            } _: {
                try ours.hash(at: $0, of: candidate.device)
            }
            return (head: candidate, shared: shared)
        }
        // Several local chains can share equally long prefixes with the incoming chain. A local chain without records
        // after this prefix is preferred, because the incoming chain can continue that local chain.
        func rank(_ candidate: (head: AdmissionLedger.Head, shared: Int64)) -> (Int64, Int, Int) {
            (
                candidate.shared, candidate.head.sequence == candidate.shared ? 1 : 0,
                candidate.head.device == origin ? 1 : 0
            )
        }
        let best = candidates.max { rank($0) < rank($1) } ?? (.beginning(of: origin), 0)
        localHead = best.head
        sharedLength = best.shared
        guard head.sequence > sharedLength, localHead.sequence > sharedLength,
            let first = try theirs.hash(at: sharedLength + 1, of: head.device)
        else {
            branch = nil
            branches = ours.branches
            return
        }
        let digest = try SHA256.digest(Array("eventpass/branch/1".utf8) + origin.bytes + first)
        let parent = ours.owner(of: sharedLength, on: localHead.device)
        let (id, branch) = (
            origin.branchID(digest), ChainBranch(origin: origin, parent: parent, lastShared: sharedLength)
        )
        self.branch = (id, branch)
        branches = ChainBranches(byChain: ours.branches.byChain.merging([id: branch]) { known, _ in known })
    }

    var newRecordCount: Int64 { head.sequence - sharedLength }

    /// The local chain to which the new records are appended.
    var target: DeviceID { branch?.id ?? localHead.device }
}
