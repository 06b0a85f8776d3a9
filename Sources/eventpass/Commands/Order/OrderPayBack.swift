import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrderPayBackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay-back", abstract: "Record that an owed refund was paid out.",
        discussion: """
            A refund is owed after order refund, or after an event was cancelled or deleted. EventPass moves no \
            money and queues no message.

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
        help: "The amount, such as “50000 UGX”; at most the amount owed. (default: all of it)")
    var amount: ParsedArgument<Money>?

    func run() throws {
        var fields = FieldParser()
        let amount = fields.read(amount, "amount")
        if let fault = options.reference.flatMap({ TextFault.of($0, limit: Order.longestReference) }) {
            fields.refuse("reference", "\(fault)")
        }
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let order = try services.orders.recordRefundPayment(
            amount, ofOrder: orderArgument.orderNumber(), of: event, reference: options.reference,
            request: options.request.requestID)
        let view = try services.view(of: order, event: event)
        try StandardOutput.line(output.json ? view.json.text : "order \(order.number): \(view.refundText ?? "")")
    }
}
