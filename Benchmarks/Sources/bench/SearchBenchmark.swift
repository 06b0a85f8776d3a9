import Management
import Ticketing

/// Measures how long it takes to find the first 50 tickets of a list or a search among 1,000,000 tickets. This is
/// compared with the time to find one ticket by its code. All times are 99th percentiles. They include the check of the
/// user's authorization.
func searching(_ program: String) throws -> [BenchmarkRow] {
    try Engine.allCases.map { engine in
        let work =
            "\(engine.name): p99 of the first 50 of a list or search in 1,000,000 tickets, vs. one ticket by its code"
        if let tool = Shell.missing(engine.tools) { return BenchmarkRow.leftOut(work, bar: 10, without: tool) }
        let hall = try Hall(engine, "search")
        let count = 1_000_000
        try hall.fill(tickets: count, scans: 0)

        var codes: [TicketCode] = []
        var index = 0
        try hall.services.tickets.forEachTicket(of: hall.event) {
            if index.isMultiple(of: 50) { codes.append($0.code) }
            index += 1
        }
        let clock = ContinuousClock()
        var bare: [Double] = []
        var ours: [[Double]] = [[], [], [], []]
        for round in 0..<2_000 {
            guard let code = codes.randomElement(), let holder = Hall.holders.randomElement() else { continue }
            bare.append(
                try clock.measure { _ = try hall.services.tickets.ticket(code, of: hall.event) } / .nanoseconds(1))
            let queries: [TicketQuery] = [
                .holder("\(holder)\(1 + round % 97)"), .email("guest\(Int.random(in: 0..<count) / 100)"),
                TicketQuery.code(beginning: String(code.description.prefix(2))) ?? .all, .all,
            ]
            for (side, query) in queries.enumerated() {
                ours[side].append(
                    try clock.measure {
                        let found = try hall.services.tickets.tickets(of: hall.event, matching: query, limit: 50)
                        precondition(!found.isEmpty)
                    } / .nanoseconds(1))
            }
        }
        let worst = ours.map(percentile99)
        return BenchmarkRow(
            work: work, bare: percentile99(bare), ours: worst.max() ?? 0, bar: 10,
            remark: zip(["name", "e-mail", "code", "list"], worst).map { "\($0) \(microseconds($1))" }
                .joined(separator: ", "))
    }
}
