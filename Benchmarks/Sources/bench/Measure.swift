/// One line of the table: the figures of our code and of the bare code with which it is compared (Docs/Benchmarks.md).
struct BenchmarkRow {
    let work: String
    enum Unit { case time, megabytes }

    /// The time in nanoseconds, or the memory in megabytes. Most times are medians. If a time is something else, such
    /// as a 99th percentile, `work` says so.
    let bare: Double
    let ours: Double
    /// The highest allowed ratio of `ours` to `bare`.
    let bar: Double
    /// A remark in the table, such as a size, a rate or a limit.
    var remark = ""
    var unit = Unit.time

    var ratio: Double { ours / bare }
    var isOverItsLimit = false
    var isMissed: Bool { ratio > bar || isOverItsLimit }

    /// A line without figures, because the machine lacks something that the comparison needs, such as a program.
    static func leftOut(_ work: String, bar: Double, because reason: String) -> BenchmarkRow {
        BenchmarkRow(work: work, bare: .nan, ours: .nan, bar: bar, remark: "skipped: \(reason)")
    }

    static func leftOut(_ work: String, bar: Double, without tool: String) -> BenchmarkRow {
        leftOut(work, bar: bar, because: "\(tool) is not installed")
    }
}

/// Measures the bare code and our code alternately, so that any other load on the machine affects both. Both run
/// `rounds` times, with `iterations` units of work each time. The row contains the median time of one unit of work for
/// the bare code and for our code.
func measure(
    _ work: String, bar: Double, rounds: Int = 31, iterations: Int, bare: (Int) -> Void, ours: (Int) throws -> Void
) rethrows -> BenchmarkRow {
    let clock = ContinuousClock()
    var bareTimes: [Double] = []
    var ourTimes: [Double] = []
    for _ in 0..<rounds {
        bareTimes.append(clock.measure { bare(iterations) } / .nanoseconds(1) / Double(iterations))
        ourTimes.append(try clock.measure { try ours(iterations) } / .nanoseconds(1) / Double(iterations))
    }
    return BenchmarkRow(work: work, bare: median(bareTimes), ours: median(ourTimes), bar: bar)
}

func percentile99(_ values: [Double]) -> Double { values.sorted()[values.count * 99 / 100] }

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
