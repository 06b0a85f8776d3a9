import ArgumentParser
import Management
import Presenting

struct OrderCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a pending order: what it holds is free again.",
        discussion: """
            A paid order is refunded instead.

              eventpass order cancel new-year 3141592653 --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: "Why; the gate will say it of tickets that were to be paid at the door.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let order = try office.order(try orderArgument.orderNumber(), of: event)
        try Confirmation.need(
            yes, "Cancel order \(order.number) of \(order.buyer.name.visible)?", of: "cancelling an order")
        let messages = try QueuedMessages(office, of: event)
        let cancelled = try office.cancelOrder(order.number, of: event, note: note)
        let view = try office.view(of: cancelled, event: event)
        try StandardOutput.line(output.json ? view.json.text : "cancelled order \(cancelled.number)")
        try messages.say()
    }
}
