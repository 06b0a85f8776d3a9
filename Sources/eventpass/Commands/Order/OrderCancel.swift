import ArgumentParser
import Management
import Presenting

struct OrderCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a pending order and release its reservation.",
        discussion: """
            To cancel a paid order, use order refund.

              eventpass order cancel new-year 3141592653 --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: "The reason. Gates show it for tickets that were to be paid at the door.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        try Confirmation.require(
            yes, "Cancel order \(order.number) of \(order.buyer.name.visible)?", of: "cancelling an order")
        let messages = try QueuedMessageReport(services, of: event)
        let cancelled = try services.orders.cancelOrder(order.number, of: event, note: note)
        let view = try services.view(of: cancelled, event: event)
        try StandardOutput.line(output.json ? view.json.text : "cancelled order \(cancelled.number)")
        try messages.say()
    }
}
