import Ticketing

/// What a gate has answered and not written down yet: a refusal needs no commit of its own, and goes with the next
/// (GATE, "Ledger").
struct Unwritten {
    /// So many refusals wait at most.
    static let most = 1024
    /// How long one waits while others are decided, in milliseconds.
    static let patience: Int64 = 1000

    /// Scans that were no tickets of this event, by reason.
    var counts: [String: Int] = [:]
    /// Of tickets that verified, oldest first; the chain gives them their sequence and hybrid clock.
    var refusals: [AdmissionRecord] = []
    /// Whether some went with a commit whose answer was lost: each is looked for before it is written.
    private(set) var mayBeStored = false
    /// What was counted before that answer was lost.
    var doubtfulCounts: [String: Int] = [:]

    var isEmpty: Bool { counts.isEmpty && refusals.isEmpty && doubtfulCounts.isEmpty }

    /// How many scans.
    var count: Int { refusals.count + [counts, doubtfulCounts].flatMap(\.values).reduce(0, +) }

    /// Notes that the answer of a commit which took all of it along was lost.
    mutating func lostAnswer() {
        mayBeStored = true
        doubtfulCounts.merge(counts, uniquingKeysWith: +)
        counts = [:]
    }

    /// Whether the refusals have waited long enough to be worth a commit.
    func isDue(at now: Instant) -> Bool {
        guard let oldest = refusals.first else { return false }
        // A clock that was set back must not make them wait for it.
        return refusals.count >= Unwritten.most
            || !(0..<Unwritten.patience).contains(now.milliseconds &- oldest.wallClock.milliseconds)
    }
}
