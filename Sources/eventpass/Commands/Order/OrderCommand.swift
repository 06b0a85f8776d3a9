import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import TicketToken
import Ticketing

struct OrderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: Text.abstract.text,
        subcommands: [
            OrderCreateCommand.self, OrderListCommand.self, OrderShowCommand.self, OrderPayCommand.self,
            OrderRefundCommand.self, OrderPayBackCommand.self,
            OrderCancelCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrder"

        case abstract = "Create orders, record payments and refunds."
    }
}

struct OrderArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.number))
    var number: ParsedArgument<OrderNumber>

    func orderNumber() throws -> OrderNumber { try FieldParser.read(only: number, "number") }

    enum Text: String, SentenceKey {
        static let subject = "optionsOrderArgument"

        case number = "The order's number."
    }
}

struct PaymentOptions: FieldOptionList {
    typealias Entity = Payment

    @Option(name: .customLong("paid"), help: ArgumentHelp("method", of: Entity.self))
    var method: ParsedArgument<Payment.Method>
    @Option("reference", of: Entity.self) var reference: String?
}

extension ManagementServices {
    func orderJSON(of order: Order, event: Event) throws -> OrderJSON {
        OrderJSON(order, event: event, types: try ticketTypes.ticketTypes(of: event), now: .now())
    }

    /// Prints an order and its tickets after a change. JSON output includes the tokens.
    func printResult(
        _ order: Order, of event: Event, _ text: (OrderJSON) -> String, _ output: JSONOption,
        _ renderer: () throws -> TicketRenderer
    ) throws {
        let orderJSON = try orderJSON(of: order, event: event)
        let tickets = try orders.soldTickets(of: order, of: event)
        guard !output.json else {
            return try StandardOutput.line(try orderJSON.json(tickets: tickets, renderer()).text)
        }
        for line in [text(orderJSON)] + orderJSON.codeLines(tickets) { try StandardOutput.line(line) }
    }
}

struct OrderShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass order show new-year 3141592653 --json | jq -r '.ticket_codes[].code'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrderShow"

        case abstract = "Show one order and its tickets."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        let tickets = try services.orders.tickets(of: order, of: event)
        let orderJSON = try services.orderJSON(of: order, event: event)
        guard output.json else {
            for line in orderJSON.lines(tickets: tickets) { try StandardOutput.line(line) }
            return
        }
        try StandardOutput.line(orderJSON.json(tickets: tickets).text)
    }
}

struct OrderCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass order cancel new-year 3141592653 --yes
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrderCancel"

        case abstract = "Cancel a pending order and release its reservation."
        case discussion =
            """
            To cancel a paid order, use “eventpass order refund”.

            {examples}
            """
        case note =
            "The reason. If the order was to be paid at the door, gates show the reason when they refuse its tickets."
        case notConfirmed = "cancelling an order needs confirmation"
        case question = "Cancel order {order} of {buyer}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: ArgumentHelp(Text.note))
    var note: String?
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        try Confirmation.require(
            yes, Sentence(Text.question, ["order": "\(order.number)", "buyer": .text(order.buyer.name)]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        let cancelled = try services.orders.cancelOrder(order.number, of: event, note: note)
        let orderJSON = try services.orderJSON(of: cancelled, event: event)
        try StandardOutput.line(output.json ? orderJSON.json.text : "cancelled order \(cancelled.number)")
        try messages.say(about: services.notices.unreached(afterCancelling: cancelled, of: event))
    }
}

extension OrderJSON {
    /// The order's status, and the time until which its tickets are reserved.
    var statusWithExpiry: String {
        let sentences = VerdictSentences(timeZone: event.zone)
        return statusText + (expires.map { ", reserved until \(sentences.moment($0))" } ?? "")
    }

    func lines(tickets: [Ticket]) -> [String] {
        let sentences = VerdictSentences(timeZone: event.zone)
        let contact = [order.buyer.email, order.buyer.phone].compactMap(\.self)
        var lines = [
            "order    \(order.number)", "event    \(event.details.title.visible)",
            "buyer    \(([order.buyer.name] + contact).filter { !$0.isEmpty }.joined(separator: ", ").visible)",
            "status   \(statusWithExpiry)",
        ]
        for line in order.lines {
            let price = isComplimentary ? "complimentary" : order.money(line.price)?.description ?? "free"
            lines.append("line     \(line.count) × \(name(line.type).visible), \(price)")
        }
        lines.append("total    \(total)")
        if let payment = order.payment {
            lines.append("payment  \(payment.method.rawValue)\(payment.reference.map { ", \($0.visible)" } ?? "")")
        }
        if let paid = order.paid {
            let amount = order.amountPaid.flatMap(order.money).map { "\($0), " } ?? ""
            lines.append("paid     \(amount)\(sentences.moment(paid))")
        }
        if let refundText { lines.append("refund   \(refundText)") }
        return lines + tickets.map { "ticket   \($0.code)  \($0.status.rawValue)" }
    }
}
