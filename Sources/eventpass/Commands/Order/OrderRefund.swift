import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrderRefundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Cancel tickets of a paid order and record the refund owed.",
        discussion: """
              eventpass order refund new-year 3141592653 --ticket 4F7K-29QX \\
                  --note "fell ill" --yes
              eventpass order refund new-year 3141592653 --all --json | jq .refund_owed
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: "A ticket of the order, by code; repeat for more.")
    var ticket: [ParsedArgument<TicketCode>] = []
    @Flag(help: "Refund every active ticket of the order.")
    var all = false
    @Option(help: "The reason. Gates show it.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func validate() throws {
        guard all != !ticket.isEmpty else { throw ValidationError("give either --ticket CODE or --all") }
    }

    func run() throws {
        var fields = FieldParser()
        let codes = fields.read(ticket, "ticket")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        let what = all ? "every ticket" : counted(Set(codes).count, "ticket")
        try Confirmation.require(
            yes, "Refund \(what) of order \(order.number) of \(order.buyer.name.visible)?", of: "a refund")
        let messages = try QueuedMessageReport(services, of: event)
        let ended = try services.orders.refund(
            all ? .all : .tickets(codes), ofOrder: order.number, of: event, note: note)
        let view = InvalidatedTicketsJSON(invalidated: ended)
        try StandardOutput.line(output.json ? view.json.text : view.line("refunded"))
        try messages.say()
        StandardError.warn(ofPeopleInside: view.invalidated.inside)
    }
}
