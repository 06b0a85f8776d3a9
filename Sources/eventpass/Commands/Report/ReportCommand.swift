import ArgumentParser

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report sales, attendance and changes.",
        subcommands: [ReportSalesCommand.self, ReportAttendanceCommand.self, ReportAuditCommand.self])
}
