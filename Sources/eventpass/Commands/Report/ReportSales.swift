import ArgumentParser
import Management
import Presenting

struct ReportSalesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sales", abstract: "Report sales by ticket type and day: revenue, fees, refunds.",
        discussion: """
            Revenue comes from orders. Tickets issued without an order are counted, but add no revenue.

              eventpass report sales new-year --fee 3.5% --xlsx sales.xlsx
              eventpass report sales new-year --chart
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument
    @Option(help: "A fee deducted from each sale, such as 3.5%. (default: none)")
    var fee: ParsedArgument<FeeRate>?

    func run() throws {
        let fee = try fee.map { try FieldParser.read(only: $0, "fee") } ?? .none
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let report = try services.reports.salesReport(of: event, fee: fee)
        try options.write(SalesReportJSON(event: event, report: report).page, global.terminal())
    }
}
