import ArgumentParser
import Gate
import Management
import Presenting
import Ticketing

struct OrderList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the orders of an event, oldest first.",
        discussion: """
            eventpass order list new-year --status pending --json | jq .number
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "Those of this status alone.")
    var status: Order.Status?
    @OptionGroup var limit: FirstOption

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .any)
        let types = try office.ticketTypes(of: event)
        let sentences = Sentences(timeZone: event.zone)
        let now = Instant.now()
        var lines = LineBuffer()
        if !output.json {
            try lines.line("number      created                          status            total       buyer")
        }
        try limit.limit({ try office.forEachOrder(of: event, $0) }) { order in
            guard status == nil || order.status == status else { return false }
            let view = OrderView(order, event: event, types: types, now: now)
            guard !output.json else {
                try lines.line(view.json)
                return true
            }
            let number = "\(order.number)".padding(toLength: 10, withPad: " ", startingAt: 0)
            let state = view.statusWords.padding(toLength: 16, withPad: " ", startingAt: 0)
            let total = view.total + String(repeating: " ", count: max(0, 10 - view.total.count))
            try lines.line(
                "\(number)  \(sentences.moment(order.created))  \(state)  \(total)  \(order.buyer.name.visible)")
            return true
        }
        try lines.flush()
    }
}
