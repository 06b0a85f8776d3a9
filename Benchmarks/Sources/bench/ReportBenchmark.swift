import Management

/// Measures the sales and attendance reports over 1,000,000 tickets and 1,000,000 scans. Each report is compared with a
/// simple sum over the same tickets in the engine's own shell.
func reporting(_ program: String) throws -> [BenchmarkRow] {
    try Engine.allCases.flatMap { engine in
        let works = ["sales", "attendance"].map {
            "\(engine.name): \($0) report over 1,000,000 tickets and scans, vs. one GROUP BY in its shell"
        }
        if let tool = Shell.missing(engine.tools) {
            return works.map { BenchmarkRow.leftOut($0, bar: 2, without: tool) }
        }
        let hall = try Hall(engine, "report")
        try hall.fill(tickets: 1_000_000, scans: 1_000_000)
        let clock = ContinuousClock()
        var bare: [Double] = []
        var ours: [[Double]] = [[], []]
        for _ in 0..<9 {
            bare.append(
                try hall.shell(
                    "SELECT type, count(*), sum(price) FROM ticket WHERE event = \(hall.event.number.rawValue) GROUP BY type"
                ))
            ours[0].append(
                try clock.measure {
                    let sums = try hall.services.reports.salesReport(of: hall.event).total
                    precondition(sums.issued == 1_000_000 && sums.revenue == 2_500_000_000 && sums.ended == 20_000)
                } / .nanoseconds(1))
            ours[1].append(
                try clock.measure {
                    let report = try hall.services.reports.attendanceReport(of: hall.event)
                    precondition(report.totals.admitted == 950_000 && report.reentries == 0)
                } / .nanoseconds(1))
        }
        return zip(works, ours).map { BenchmarkRow(work: $0, bare: median(bare), ours: median($1), bar: 2) }
    }
}
