import Ticketing

/// Notices that somebody has set the machine's clock, by another one that never goes back.
struct ClockWatch {
    /// What a clock may be put right without a word, in milliseconds.
    static let tolerance: Int64 = 2000

    private var offset: Int64
    /// By how much it was set since the gate opened, in milliseconds.
    private(set) var change: Int64 = 0

    init(_ clock: Instant, steady: Duration) { offset = ClockWatch.offset(clock, steady) }

    /// Looks at the clock; often enough, it takes small steps of a time service for what they are.
    mutating func look(_ clock: Instant, steady: Duration) {
        let now = ClockWatch.offset(clock, steady)
        if (now - offset).magnitude >= ClockWatch.tolerance.magnitude { change += now - offset }
        offset = now
    }

    /// Nil while the clock goes on as it was.
    var warning: String? {
        guard change.magnitude >= ClockWatch.tolerance.magnitude else { return nil }
        let seconds = Int(change.magnitude / 1000)
        let amount =
            seconds < 120 ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
        return "the clock was set \(change < 0 ? "back" : "forward") by \(amount); put it right: "
            + "it decides when tickets are valid"
    }

    private static func offset(_ clock: Instant, _ steady: Duration) -> Int64 {
        clock.milliseconds - Int64(steady / .milliseconds(1))
    }
}
