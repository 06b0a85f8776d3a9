import Ticketing

/// Detects changes of the machine's clock by comparing it with a monotonic clock, and a clock that is behind the
/// latest ledger record.
struct ClockMonitor {
    /// Milliseconds by which the clock may be adjusted without a warning.
    static let tolerance: Int64 = 2000

    /// The latest time that has certainly passed: of the newest ledger record or the gate pack; nil if there is
    /// neither.
    private let latestRecorded: Instant?
    private let remedy: String?
    private var offset: Int64
    /// Milliseconds by which the clock is behind that time.
    private var behind: Int64 = 0
    /// Milliseconds by which the clock was adjusted since the gate opened; negative if it was set back.
    private(set) var adjustment: Int64 = 0

    /// - Parameter remedy: the command that ends a false warning that the clock is behind.
    init(_ clock: Instant, monotonic: Duration, latestRecorded: Instant? = nil, remedy: String? = nil) {
        self.latestRecorded = latestRecorded
        self.remedy = remedy
        offset = ClockMonitor.offset(clock, monotonic)
        compare(clock)
    }

    /// Compares the clock again. Called frequently, it ignores the small adjustments of a time service.
    mutating func update(_ clock: Instant, monotonic: Duration) {
        let now = ClockMonitor.offset(clock, monotonic)
        let step = now - offset
        if step.magnitude >= ClockMonitor.tolerance.magnitude {
            // Setting a slow clock forward counts as a correction.
            adjustment = step > 0 && isBehind ? min(0, adjustment + step) : adjustment + step
        }
        offset = now
        compare(clock)
    }

    /// The warning; nil while the clock runs normally.
    var warning: String? {
        let amount: String
        if isBehind {
            amount = "is \(ApproximateDuration(milliseconds: behind)) behind the latest ledger record"
        } else if adjustment.magnitude >= ClockMonitor.tolerance.magnitude {
            amount =
                "was set \(adjustment < 0 ? "back" : "forward") by \(ApproximateDuration(milliseconds: adjustment))"
        } else {
            return nil
        }
        let remedy = isBehind ? self.remedy.map { "; if it is right: \($0)" } ?? "" : ""
        return "the clock \(amount): correct it; tickets depend on it\(remedy)"
    }

    private var isBehind: Bool { behind >= ClockMonitor.tolerance }

    private mutating func compare(_ clock: Instant) {
        behind = latestRecorded.map { max(0, $0.milliseconds - clock.milliseconds) } ?? 0
    }

    private static func offset(_ clock: Instant, _ monotonic: Duration) -> Int64 {
        clock.milliseconds - Int64(monotonic / .milliseconds(1))
    }
}
