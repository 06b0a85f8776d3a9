import Store
import Ticketing

/// The commits of decisions and refusals, and of the counts of scans that were not tickets of the event. If the outcome
/// of a commit is unknown, the gate looks for the records in the ledger before it writes them again.
extension Gate {
    /// Decides requests in one commit, and also writes the pending refusals and counts.
    func commit(_ asked: [AdmissionRequest], at: Instant) -> [Verdict] {
        guard !asked.isEmpty else { return [] }
        var requests = store.mayLoseCommitOutcome ? asked.map(\.withGeneratedID) : asked
        do {
            let decided: (verdicts: [Verdict], unwritten: PendingRefusals)
            do {
                decided = try store.write(until: deadline) {
                    try transaction.decide(requests, pendingRefusals, validityTime: fixedTime ?? at, at: at, $0)
                }
            } catch StoreError.outcomeUnknown {
                pendingRefusals.markOutcomeUnknown()
                requests = requests.map(\.afterLostAnswer)
                decided = try retryAfterLostCommit(requests, at: at)
            }
            pendingRefusals = decided.unwritten
            return decided.verdicts
        } catch {
            return answers(to: requests, after: error, at: at)
        }
    }

    /// The verdicts for requests whose commit failed.
    func answers(to requests: [AdmissionRequest], after error: any Error, at: Instant) -> [Verdict] {
        guard let error = error as? StoreError, requests.count > 1, error.affectsSingleRow else {
            return requests.map { request in
                Verdict.undecided(error, gate: name, at: at, mayBeStored: request.hasUnknownOutcome)
            }
        }
        // An error about one ticket must not affect the decisions on the other tickets.
        return requests.flatMap { commit([$0], at: at) }
    }

    /// Repeats requests whose commit has an unknown outcome. If the ledger has a request's id, the recorded decision is
    /// returned. The other requests are decided now.
    private func retryAfterLostCommit(
        _ requests: [AdmissionRequest], at: Instant
    ) throws -> (verdicts: [Verdict], unwritten: PendingRefusals) {
        try store.write(until: deadline) { connection in
            var unwritten = pendingRefusals
            let wasStored = try requests.contains { request in
                try request.id.map { try transaction.hasRecord($0, connection) } ?? false
            }
            // If one of the requests was stored, the same commit also stored the counts, so they must not be added
            // again.
            if wasStored { unwritten.uncertainCounts = [:] }
            return try transaction.decide(requests, unwritten, validityTime: fixedTime ?? at, at: at, connection)
        }
    }

    /// Writes the pending refusals and counts. The counts of undecided scans are not written here. Call this when the
    /// gate closes.
    ///
    /// - Parameter deadline: the time at which to stop waiting for the store; nil means four seconds from now.
    /// - Throws: `StoreError`; the records are then kept for the next commit.
    public func flush(until deadline: ContinuousClock.Instant? = nil) throws {
        guard !pendingRefusals.isEmpty else { return }
        let deadline = deadline ?? .now + Gate.storeTimeout
        do {
            try store.write(until: deadline) { try transaction.write(pendingRefusals, $0) }
        } catch StoreError.outcomeUnknown {
            pendingRefusals.markOutcomeUnknown()
            try store.write(until: deadline) { try transaction.write(pendingRefusals, $0) }
        }
        pendingRefusals = PendingRefusals()
    }
}
