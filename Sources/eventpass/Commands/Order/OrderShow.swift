import ArgumentParser
import Management

struct OrderShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one order and its tickets.",
        discussion: """
              eventpass order show new-year 3141592653 --json | jq -r '.ticket_codes[].code'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        let tickets = try services.orders.tickets(of: order, of: event)
        let view = try services.view(of: order, event: event)
        guard output.json else {
            for line in view.lines(tickets: tickets) { try StandardOutput.line(line) }
            return
        }
        try StandardOutput.line(view.json(tickets: tickets).text)
    }
}
