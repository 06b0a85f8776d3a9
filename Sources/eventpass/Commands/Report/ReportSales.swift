import ArgumentParser
import Management
import Presenting

struct ReportSales: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sales", abstract: "What an event has sold, by type and day: revenue, fees, refunds.",
        discussion: """
            Revenue is what orders paid; tickets that were issued without an order are counted, and bring nothing.

              eventpass report sales new-year --fee 3.5% --xlsx sales.xlsx
              eventpass report sales new-year --chart
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument
    @Option(help: "What somebody keeps of each sale, such as 3.5%. (default: nothing)")
    var fee: Given<FeeRate>?

    func run() throws {
        let fee = try fee.map { try Fields.read(only: $0, "fee") } ?? .none
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let report = try office.salesReport(of: event, fee: fee)
        try options.write(SalesReportView(event: event, report: report).page, global.terminal())
    }
}
