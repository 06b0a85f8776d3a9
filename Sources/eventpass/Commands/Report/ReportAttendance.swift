import ArgumentParser
import Management
import Presenting

struct ReportAttendance: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance", abstract: "Who came: per gate and five minutes, refusals, no-shows, re-entries.",
        discussion: """
            An event with functions has its numbers for each function: one person may come to several.

              eventpass report attendance new-year --chart
              eventpass report attendance new-year --json | jq .inside
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let report = try office.attendanceReport(of: event)
        try options.write(AttendanceReportView(event: event, report: report).page, global.terminal())
    }
}
