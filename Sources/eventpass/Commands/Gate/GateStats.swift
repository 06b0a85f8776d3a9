import ArgumentParser
import Management
import Presenting
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
        if let pack = try argument.openPack(orCopy: true) {
            return try show(pack.attendance(), of: pack.event)
        }
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        try show(office.attendance(of: event), of: event)
    }

    private func show(_ attendance: Attendance, of event: Event) throws {
        if output.json {
            return try StandardOutput.line(AttendanceView(event: event, attendance: attendance).json.text)
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
}
