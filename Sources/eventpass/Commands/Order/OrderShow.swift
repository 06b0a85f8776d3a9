import ArgumentParser
import Management

struct OrderShow: ParsableCommand {
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
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let order = try office.order(try orderArgument.orderNumber(), of: event)
        let tickets = try office.tickets(of: order, of: event)
        let view = try office.view(of: order, event: event)
        guard output.json else {
            for line in view.lines(tickets: tickets) { try StandardOutput.line(line) }
            return
        }
        try StandardOutput.line(view.json(tickets: tickets).text)
    }
}
