import Ticketing

/// Notices that somebody has set the machine's clock, by another one that never goes back; and a clock that stands
/// before what the ledger has seen.
struct ClockWatch {
    /// What a clock may be put right without a word, in milliseconds.
    static let tolerance: Int64 = 2000

    /// The latest moment that is known to be over; nil when nothing tells.
    private let seen: Instant?
    private let remedy: String?
    private var offset: Int64
    /// How far the clock stands before it, in milliseconds.
    private var behind: Int64 = 0
    /// By how much it was set since the gate opened, in milliseconds.
    private(set) var change: Int64 = 0

    /// - Parameter remedy: what ends a false warning that the clock is behind.
    init(_ clock: Instant, steady: Duration, seen: Instant? = nil, remedy: String? = nil) {
        self.seen = seen
        self.remedy = remedy
        offset = ClockWatch.offset(clock, steady)
        compare(clock)
    }

    /// Looks at the clock; often enough, it takes small steps of a time service for what they are.
    mutating func look(_ clock: Instant, steady: Duration) {
        let now = ClockWatch.offset(clock, steady)
        let step = now - offset
        if step.magnitude >= ClockWatch.tolerance.magnitude {
            // Forward from behind is put right, as far as anybody can tell.
            change = step > 0 && isBehind ? min(0, change + step) : change + step
        }
        offset = now
        compare(clock)
    }

    /// Nil while the clock goes on as it was, and as it should.
    var warning: String? {
        let amount: String
        if isBehind {
            amount = "is \(RoughDuration(milliseconds: behind)) behind what the ledger has seen"
        } else if change.magnitude >= ClockWatch.tolerance.magnitude {
            amount = "was set \(change < 0 ? "back" : "forward") by \(RoughDuration(milliseconds: change))"
        } else {
            return nil
        }
        let remedy = isBehind ? self.remedy.map { "; if it is right: \($0)" } ?? "" : ""
        return "the clock \(amount): set it right; tickets go by it\(remedy)"
    }

    private var isBehind: Bool { behind >= ClockWatch.tolerance }

    private mutating func compare(_ clock: Instant) {
        behind = seen.map { max(0, $0.milliseconds - clock.milliseconds) } ?? 0
    }

    private static func offset(_ clock: Instant, _ steady: Duration) -> Int64 {
        clock.milliseconds - Int64(steady / .milliseconds(1))
    }
}
