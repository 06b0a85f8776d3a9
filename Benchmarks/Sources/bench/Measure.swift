/// One line of the table: our work compared with the bare library's, measured alternately in one run.
struct BenchmarkRow {
    let work: String
    /// The unit of the figures.
    enum Unit { case time, megabytes }

    /// Nanoseconds for one unit of work, the median of the rounds; or peak megabytes.
    let bare: Double
    let ours: Double
    /// The maximum of the ratio ours ÷ bare.
    let bar: Double
    /// Another figure for the table, such as a size or a rate.
    var remark = ""
    var unit = Unit.time

    var ratio: Double { ours / bare }
    var isOverItsLimit = false
    var isMissed: Bool { ratio > bar || isOverItsLimit }

    /// A line without figures, because the machine lacks a program for the comparison.
    static func leftOut(_ work: String, bar: Double, without tool: String) -> BenchmarkRow {
        BenchmarkRow(work: work, bare: .nan, ours: .nan, bar: bar, remark: "skipped: \(tool) is not installed")
    }
}

/// Times both kinds of work alternately, so that other load on the machine affects both alike. Each kind runs `rounds`
/// times, with `iterations` units per round; the row keeps the medians.
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
