import Ticketing

/// Refusals that a gate has returned but not yet written to the store, and counts of scans that were not tickets of the
/// event. The gate writes pending refusals together with the next admission, or after about a second (Docs/Gate.md,
/// “Ledger”).
struct PendingRefusals {
    static let maximumCount = 1024
    /// How long a refusal can stay pending while other scans are decided, in milliseconds.
    static let maximumDelay: Int64 = 1000

    /// The number of scans that were not tickets of this event, by reason.
    var counts: [String: Int] = [:]
    /// The refusals of tickets that were verified, oldest first. They get their sequence numbers and hybrid clocks when
    /// they are written to the chain.
    var refusals: [AdmissionRecord] = []
    /// Whether some of the refusals were in a commit with an unknown outcome. If so, each refusal must be looked up in
    /// the ledger before it is written.
    private(set) var mayBeStored = false
    /// The counts in commits with an unknown outcome.
    var uncertainCounts: [String: Int] = [:]

    var isEmpty: Bool { counts.isEmpty && refusals.isEmpty && uncertainCounts.isEmpty }

    /// The number of scans that are not written yet.
    var count: Int { refusals.count + [counts, uncertainCounts].flatMap(\.values).reduce(0, +) }

    /// Records that all pending refusals and all counts were in a commit with an unknown outcome.
    mutating func markOutcomeUnknown() {
        mayBeStored = true
        uncertainCounts.merge(counts, uniquingKeysWith: +)
        counts = [:]
    }

    /// Whether the refusals must be written now, because they have been pending for too long or are too many.
    func isDue(at now: Instant) -> Bool {
        guard let oldest = refusals.first else { return false }
        // The refusals are also due if the clock was set back after the oldest refusal.
        return refusals.count >= PendingRefusals.maximumCount
            || !(0..<PendingRefusals.maximumDelay).contains(now.milliseconds &- oldest.wallClock.milliseconds)
    }
}
