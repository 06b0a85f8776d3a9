import ArgumentParser
import Management
import Presenting
import Ticketing

struct GateStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count admitted people, people inside, and refusals by reason.",
        discussion: """
            An event with functions has these numbers for each function, because one person may attend several.

              eventpass gate stats new-year --json | jq .inside
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(pack.attendance(), of: pack.event)
        }
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(services.reports.attendance(of: event), of: event)
    }

    private func show(_ attendance: Attendance, of event: Event) throws {
        if output.json {
            return try StandardOutput.line(AttendanceJSON(event: event, attendance: attendance).json.text)
        }
        try StandardOutput.line("expected  \(attendance.expected)")
        if let admitted = attendance.admitted { try StandardOutput.line("admitted  \(admitted)") }
        if let inside = attendance.inside { try StandardOutput.line("inside    \(inside)") }
        if !attendance.functions.isEmpty {
            var table = Table("function", "expected", "admitted", "inside", "no-shows", empty: nil)
            for places in attendance.functions {
                table.add(
                    places.function.name, "\(places.expected)", "\(places.admitted)", "\(places.inside)",
                    "\(places.noShows)")
            }
            try table.write(global.terminal())
        }
        guard !attendance.refusals.isEmpty else { return }
        var table = Table("refused", "gate", "reason", empty: nil)
        for refusal in attendance.refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        try table.write(global.terminal())
    }
}
