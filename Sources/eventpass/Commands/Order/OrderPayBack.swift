import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrderPayBack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay-back", abstract: "Record that money owed to a buyer was paid back.",
        discussion: """
            For money that order refund, or the end of an event, made owed. The program moves no money, and queues no \
            message.

              eventpass order pay-back new-year 3141592653 --reference MP221215
              eventpass order pay-back new-year 3141592653 --amount "50000 UGX"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument
    @OptionGroup var options: PaymentOptions

    @Option(
        parsing: .unconditional,
        help: "The amount, such as “50000 UGX”; at most what is still owed. (default: all of it)")
    var amount: Given<Money>?

    func run() throws {
        var fields = Fields()
        let amount = fields.read(amount, "amount")
        if let fault = options.reference.flatMap({ NameFault.of($0, limit: Order.longestReference) }) {
            fields.refuse("reference", "\(fault)")
        }
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let order = try office.payBack(
            amount, ofOrder: orderArgument.orderNumber(), of: event, reference: options.reference,
            request: options.request.requestID)
        let view = try office.view(of: order, event: event)
        try StandardOutput.line(output.json ? view.json.text : "order \(order.number): \(view.refundWords ?? "")")
    }
}
