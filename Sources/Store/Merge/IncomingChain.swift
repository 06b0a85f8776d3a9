import Cryptography
import Ticketing

/// A chain of another store, and where it joins those that are here.
struct IncomingChain {
    /// Its end there.
    let head: AdmissionLedger.Head
    let origin: DeviceID
    /// The chain here that shares the longest beginning with it; its own id when none does.
    let joined: AdmissionLedger.Head
    /// How long that beginning is.
    let shared: Int64
    /// Where it leaves `joined`; nil when it goes on from there, or has nothing more.
    let branch: (id: DeviceID, ChainBranch)?
    /// Those that are here, with this one.
    let branches: ChainBranches

    /// - Parameter known: the record behind which the chain was verified. Nobody has looked at the hashes before it, and
    ///   no other search may rely on them.
    init(_ head: AdmissionLedger.Head, theirs: ChainPaths, ours: ChainPaths, known: Int64 = 0) throws {
        let origin = theirs.origin(of: head.device)
        self.head = head
        self.origin = origin
        let candidates = try ours.heads.filter { ours.origin(of: $0.device) == origin }.map { candidate in
            let shared = try CommonChainBeginning.length(
                from: known, upTo: min(head.sequence, candidate.sequence)
            ) {
                try theirs.hash(at: $0, of: head.device)
            } _: {
                try ours.hash(at: $0, of: candidate.device)
            }
            return (head: candidate, shared: shared)
        }
        // Of those that share as much, the one that ends there: it is the one to go on from.
        func rank(_ candidate: (head: AdmissionLedger.Head, shared: Int64)) -> (Int64, Int, Int) {
            (
                candidate.shared, candidate.head.sequence == candidate.shared ? 1 : 0,
                candidate.head.device == origin ? 1 : 0
            )
        }
        let best = candidates.max { rank($0) < rank($1) } ?? (.beginning(of: origin), 0)
        joined = best.head
        shared = best.shared
        guard head.sequence > shared, joined.sequence > shared,
            let first = try theirs.hash(at: shared + 1, of: head.device)
        else {
            branch = nil
            branches = ours.branches
            return
        }
        let digest = try SHA256.digest(Array("eventpass/branch/1".utf8) + origin.bytes + first)
        let parent = ours.owner(of: shared, on: joined.device)
        let (id, branch) = (origin.branch(digest), ChainBranch(origin: origin, parent: parent, base: shared))
        self.branch = (id, branch)
        branches = ChainBranches(byChain: ours.branches.byChain.merging([id: branch]) { known, _ in known })
    }

    var new: Int64 { head.sequence - shared }

    /// The chain here that takes its records.
    var target: DeviceID { branch?.id ?? joined.device }
}
