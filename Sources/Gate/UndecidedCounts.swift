import Store
import Ticketing

/// Counts the scans that a gate on the main store could not decide, until the gate has added the counts to the store.
/// The gate adds the counts while it is idle, and never in the transaction of a scan. So an error while adding the
/// counts cannot prevent the decision on another scan.
struct UndecidedCounts {
    /// The maximum number of hours for which counts are kept. If the store does not answer for a longer time, the
    /// counts of the oldest hours are discarded.
    private static let maximumHours = 24

    /// The number of undecided scans in each hour. The key is the beginning of the hour.
    private var byHour: [Instant: Int] = [:]

    var isEmpty: Bool { byHour.isEmpty }

    /// Counts the verdicts whose outcome is `undecided`.
    mutating func add(_ verdicts: [Verdict], at now: Instant) {
        let count = verdicts.count { $0.outcome.kind == .undecided }
        guard count > 0 else { return }
        byHour[now.beginningOfHour, default: 0] += count
        if byHour.count > UndecidedCounts.maximumHours, let oldest = byHour.keys.min() { byHour[oldest] = nil }
    }

    /// Adds the counts to the store. If the connection is lost during the commit, the counts are added again later, so
    /// the stored number can be too high.
    ///
    /// - Parameter subEvent: the number of the sub-event; 0 for the event itself.
    func write(
        gate: String, subEvent: Int, event: EventNumber, to store: Store, until deadline: ContinuousClock.Instant
    ) throws {
        try store.write(until: deadline) { connection in
            for (hour, count) in byHour.sorted(by: { $0.key < $1.key }) {
                try connection.undecidedScans.add(count, gate: gate, subEvent: subEvent, event: event, hour: hour)
            }
        }
    }
}

extension Instant {
    /// The beginning of the hour in UTC.
    fileprivate var beginningOfHour: Instant { Instant(seconds: seconds - (seconds % 3600 + 3600) % 3600) }
}
