/// One line of the table: our work beside the bare library's, measured in turns in one run.
struct BenchmarkRow {
    let work: String
    /// What the figures are.
    enum Unit { case time, megabytes }

    /// Nanoseconds for one piece of work, the median of the rounds; or megabytes at most.
    let bare: Double
    let ours: Double
    /// The bar of the ratio ours ÷ bare: at most this.
    let bar: Double
    /// Anything else worth a column: a size, a rate.
    var remark = ""
    var unit = Unit.time

    var ratio: Double { ours / bare }
    var isOverItsLimit = false
    var isMissed: Bool { ratio > bar || isOverItsLimit }

    /// A line without figures, since the machine lacks what ours is compared with.
    static func leftOut(_ work: String, bar: Double, without tool: String) -> BenchmarkRow {
        BenchmarkRow(work: work, bare: .nan, ours: .nan, bar: bar, remark: "left out: no \(tool) here")
    }
}

/// Times both pieces of work in turns, `rounds` times each, `iterations` pieces a turn, and keeps the medians, so that
/// a noisy machine disturbs both alike.
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
