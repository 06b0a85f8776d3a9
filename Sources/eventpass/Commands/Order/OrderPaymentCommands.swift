import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrderPayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass order pay new-year 3141592653 --paid mobile-money \\
                      --reference MP221215
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrderPay"

        case abstract = "Record the payment of an order and issue its tickets."
        case discussion =
            """
            An expired order can still be paid if enough tickets are left.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument
    @OptionGroup var given: PaymentOptions
    @OptionGroup var request: RequestIDOption

    func run() throws {
        var fields = FieldParser()
        let payment = Payment(fields.read(given.method, "paid") ?? .cash, reference: given.reference)
        for fault in payment.limitFaults { fields.refuse(fault.field, fault.allowed) }
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        // The tickets of an order that is due at the door were issued when the order was created, so no key is needed.
        let ring = order.isDueAtTheDoor ? nil : try folder.openKeyRing(keys, of: store)
        let messages = try QueuedMessageReport(services, of: event, global)
        let result = try services.orders.pay(
            order.number, of: event, payment, signingWith: ring,
            publicKeys: ring.map { signing.publicKeyUse(of: $0) } ?? .refused, request: request.requestID)
        try services.printResult(
            result, of: event, { "order \(result.number), \($0.total): \($0.statusText)" }, output
        ) { try folder.ticketRenderer(keys, store, services, event, tokens: ring != nil) }
        try messages.say(about: .buyer(result.number), by: .orderPaid)
        StandardError.next("eventpass order show \(event.slug) \(result.number)")
    }
}

struct OrderRefundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: Text.abstract.text,
        discussion: """
              eventpass order refund new-year 3141592653 --ticket 4F7K-29QX \\
                  --note "fell ill" --yes
              eventpass order refund new-year 3141592653 --all --json | jq .refund_owed
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrderRefund"

        case abstract = "Cancel tickets of a paid order and record the refund owed."
        case ticket = "A ticket of the order, by code; repeat for more."
        case all = "Refund every active ticket of the order."
        case ticketOrAll = "give either --ticket CODE or --all"
        case notConfirmed = "a refund needs confirmation"
        case question =
            "Refund {count} ticket of order {order} of {buyer}?|Refund {count} tickets of order {order} of {buyer}?"
        case allQuestion = "Refund every ticket of order {order} of {buyer}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument

    @Option(help: ArgumentHelp(Text.ticket))
    var ticket: [ParsedArgument<TicketCode>] = []
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @Option(help: ArgumentHelp(TicketBlockCommand.Text.note))
    var note: String?
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func validate() throws {
        guard all != !ticket.isEmpty else { throw ValidationError(Text.ticketOrAll) }
    }

    func run() throws {
        var fields = FieldParser()
        let codes = fields.read(ticket, "ticket")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        var arguments: [String: SentenceArgument] = [
            "order": "\(order.number)", "buyer": .text(order.buyer.name),
        ]
        if !all { arguments["count"] = .number(Set(codes).count) }
        try Confirmation.require(
            yes, Sentence(all ? Text.allQuestion : .question, arguments),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        let ended = try services.orders.refund(
            all ? .all : .tickets(codes), ofOrder: order.number, of: event, note: note)
        let refundJSON = InvalidatedTicketsJSON(invalidated: ended)
        try StandardOutput.line(output.json ? refundJSON.json.text : refundJSON.line(refundJSON.status?.rawValue ?? ""))
        try messages.say(about: services.notices.unreached(afterEnding: ended, of: event))
        StandardError.warn(ofPeopleInside: refundJSON.invalidated.inside)
    }
}

struct OrderPayBackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay-back", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass order pay-back new-year 3141592653 --reference MP221215
                  eventpass order pay-back new-year 3141592653 --amount "50000 UGX"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrderPayBack"

        case abstract = "Record that an owed refund was paid out."
        case discussion =
            """
            A refund is owed after “eventpass order refund”, and for the paid orders of an event that was cancelled or \
            deleted. EventPass moves no money. If the buyer has an e-mail address or a phone number, a message about \
            the payment is queued.

            {examples}
            """
        case amount = "The amount, such as “50000 UGX”; at most the amount owed. (default: the whole amount owed)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument
    @Option("reference", of: Payment.self) var reference: String?
    @OptionGroup var request: RequestIDOption

    @Option(parsing: .unconditional, help: ArgumentHelp(Text.amount))
    var amount: ParsedArgument<Money>?

    func run() throws {
        var fields = FieldParser()
        let amount = fields.read(amount, "amount")
        if let fault = reference.flatMap({ TextFault.of($0, limit: Order.longestReference) }) {
            fields.refuse("reference", fault.sentence)
        }
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let messages = try QueuedMessageReport(services, of: event, global)
        let order = try services.orders.recordRefundPayment(
            amount, ofOrder: orderArgument.orderNumber(), of: event, reference: reference,
            request: request.requestID)
        let orderJSON = try services.orderJSON(of: order, event: event)
        try StandardOutput.line(
            output.json ? orderJSON.json.text : "order \(order.number): \(orderJSON.refundText ?? "")")
        try messages.say(about: .buyer(order.number), by: .refundProcessed)
    }
}
