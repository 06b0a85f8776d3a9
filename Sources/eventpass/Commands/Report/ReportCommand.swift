import ArgumentParser

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "What happened, in numbers.",
        subcommands: [ReportSales.self, ReportAttendance.self, ReportAudit.self])
}
