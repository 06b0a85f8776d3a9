import ArgumentParser
import Management
import Ticketing

struct GateStats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "How many came in, are inside, were refused and why.",
        discussion: """
            eventpass gate stats new-year --json | jq .inside
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack() {
            return try show(pack.attendance(), of: pack.event)
        }
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        try show(office.attendance(of: event), of: event)
    }

    private func show(_ attendance: Attendance, of event: Event) throws {
        if output.json {
            return try StandardOutput.line(
                JSON.object([
                    ("event", .int(event.number.rawValue)), ("expected", .int(attendance.expected)),
                    ("admitted", .int(attendance.admitted)), ("inside", .int(attendance.inside)),
                    ("refusals", .array(attendance.refusals.map(\.json))),
                    ("functions", .array(attendance.functions.map(json))),
                ]).text)
        }
        try StandardOutput.line("expected  \(attendance.expected)")
        try StandardOutput.line("admitted  \(attendance.admitted)")
        try StandardOutput.line("inside    \(attendance.inside)")
        if !attendance.functions.isEmpty {
            var table = Table("function", "expected", "admitted", "inside")
            for places in attendance.functions {
                table.add(
                    places.function.name, "\(places.expected)", "\(places.admitted)", "\(places.inside)")
            }
            try table.write(global.terminal())
        }
        guard !attendance.refusals.isEmpty else { return }
        var table = Table("refused", "gate", "reason")
        for refusal in attendance.refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        try table.write(global.terminal())
    }

    private func json(_ places: Attendance.FunctionPlaces) -> JSON {
        .object([
            ("number", .int(places.function.number)), ("name", .string(places.function.name)),
            ("expected", .int(places.expected)), ("admitted", .int(places.admitted)), ("inside", .int(places.inside)),
        ])
    }
}
