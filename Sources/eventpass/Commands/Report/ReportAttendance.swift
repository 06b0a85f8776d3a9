import ArgumentParser
import Management
import Presenting

struct ReportAttendanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance", abstract: "Report arrivals by gate and time, refusals, no-shows and re-entries.",
        discussion: """
            An event with functions has these numbers for each function, because one person may attend several.

              eventpass report attendance new-year --chart
              eventpass report attendance new-year --json | jq .inside
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let report = try services.reports.attendanceReport(of: event)
        try options.write(AttendanceReportJSON(event: event, report: report).page, global.terminal())
    }
}
