import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrderRefund: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Take tickets of a paid order back, and owe the buyer what was paid for them.",
        discussion: """
              eventpass order refund new-year 3141592653 --ticket 4F7K-29QX \\
                  --note "fell ill" --yes
              eventpass order refund new-year 3141592653 --all --json | jq .refund_owed
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: "A ticket of the order, by code; may be said several times.")
    var ticket: [Given<TicketCode>] = []
    @Flag(help: "Every ticket of it that stands.")
    var all = false
    @Option(help: "Why; the gate will say it.")
    var note: String?
    @Flag(help: "Do not ask.")
    var yes = false

    func validate() throws {
        guard all != !ticket.isEmpty else { throw ValidationError("say either --ticket CODE or --all") }
    }

    func run() throws {
        var fields = Fields()
        let codes = fields.read(ticket, "ticket")
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let order = try office.order(try orderArgument.orderNumber(), of: event)
        let what = all ? "every ticket" : counted(Set(codes).count, "ticket")
        try Confirmation.need(
            yes, "Refund \(what) of order \(order.number) of \(order.buyer.name.visible)?", of: "a refund")
        let messages = try QueuedMessages(office, of: event)
        let ended = try office.refund(
            all ? .all : .tickets(codes), ofOrder: order.number, of: event, note: note)
        let view = EndedTicketsView(ended: ended)
        try StandardOutput.line(output.json ? view.json.text : view.line("refunded"))
        try messages.say()
        StandardError.warn(ofPeopleInside: view.ended.inside)
    }
}
