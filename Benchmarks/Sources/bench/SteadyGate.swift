import Foundation
import Gate

/// A gate at which a scan is due at regular intervals, even while the gate is still busy with an earlier scan. This
/// imitates people who keep arriving at a busy gate.
final class SteadyGate {
    private let gate: Gate
    private let tokens: [String]
    private var count = 0
    /// The time between two scans: 5 ms, or four times the median time of a scan in the warm-up, if that is longer.
    private var interval = Duration.milliseconds(5)

    init(_ gate: Gate, _ tokens: [String]) {
        self.gate = gate
        self.tokens = tokens
        let warmUp = scan(for: .seconds(2))
        interval = max(interval, .seconds(4 * median(warmUp) / 1e9))
    }

    /// Scans until `duration` has passed, or until `isOn` returns false.
    ///
    /// - Returns: the time of each scan in nanoseconds, from the moment when the scan is due until its verdict.
    func scan(for duration: Duration, while isOn: () -> Bool = { true }) -> [Double] {
        var times: [Double] = []
        var due = ContinuousClock.now
        let end = due.advanced(by: duration)
        while ContinuousClock.now < end, isOn() {
            let wait = ContinuousClock.now.duration(to: due)
            if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
            let token = tokens[count / 2 % tokens.count]
            let verdict = gate.decide(Scan(token, direction: count.isMultiple(of: 2) ? .entry : .exit))
            precondition(["admit", "exit"].contains(verdict.outcome.name))
            times.append(due.duration(to: .now) / .nanoseconds(1))
            due = due.advanced(by: interval)
            count += 1
        }
        return times
    }
}
