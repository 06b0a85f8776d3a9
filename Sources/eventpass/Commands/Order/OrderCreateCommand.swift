import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct OrderCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass order create new-year --line Regular=2 --line VIP=1 \\
                      --buyer "Grace Nakato" --email grace@example.org --json | jq .number
                  eventpass order create new-year --line Regular=2 --buyer "Grace Nakato" \\
                      --paid cash --reference R-17
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrderCreate"

        case abstract = "Create an order: paid at once, or pending for half an hour."
        case discussion =
            """
            A pending order reserves its tickets until the order is paid or expires. With --paid, the tickets are \
            issued at once. With --paid at-the-door, gates refuse the tickets until you record the payment with \
            “eventpass order pay”.

            {examples}
            """
        case line = "A ticket type and its number of tickets, such as Regular=2; repeat for more."
        case buyer = "The buyer's name."
        case email = "The buyer's e-mail address."
        case phone = "The buyer's telephone number, such as +256700123456."
        case born =
            "The buyer's date of birth, such as 1990-05-17. It is only compared with the minimum age, and not stored."
        case paid = "The payment method, if the tickets are issued now. (default: the order is pending)"
        case referenceWithoutPayment = "--reference needs --paid"
        case lineFault = "“{text}” is not allowed; write a type and a number, such as Regular=2"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var options: PaymentOptions

    @Option(help: ArgumentHelp(Text.line))
    var line: [String]
    @OptionGroup var given: BuyerOptions
    @Option(help: ArgumentHelp(Text.born))
    var born: String?
    @Option(help: ArgumentHelp(Text.paid))
    var paid: ParsedArgument<Payment.Method>?

    func validate() throws {
        if options.reference != nil, paid == nil { throw ValidationError(Text.referenceWithoutPayment) }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let draft = try draft(services, event)
        let ring = paid == nil ? nil : try folder.openKeyRing(keys, of: store)
        let messages = try QueuedMessageReport(services, of: event, global)
        let order = try services.orders.createOrder(
            draft, of: event, signingWith: ring, publicKeys: ring.map { signing.publicKeyUse(of: $0) } ?? .refused,
            request: options.request.requestID)
        try services.printResult(
            order, of: event,
            { "order \(order.number), \(counted(order.tickets, "ticket")), \($0.total): \($0.statusText)" }, output
        ) { try folder.ticketRenderer(keys, store, services, event, tokens: ring != nil) }
        for other in try services.orders.conflicts(of: order, of: event) {
            let moment = VerdictSentences(timeZone: other.event.zone).moment
            StandardError.say("warning: \(TicketConflictJSON(other).sentence(moment).text(in: .ofCommandLine))")
        }
        try messages.say(about: .buyer(order.number), by: order.status == .pending ? .orderPending : .orderPaid)
        StandardError.say(
            order.status == .pending
                ? "next: eventpass order pay \(event.slug) \(order.number) --paid METHOD"
                : "next: eventpass order show \(event.slug) \(order.number)")
    }

    private func draft(_ services: ManagementServices, _ event: Event) throws -> OrderDraft {
        var fields = FieldParser()
        let types = try services.ticketTypes.ticketTypes(of: event)
        var lines: [OrderDraft.Line] = []
        for text in line {
            if let line = try parsed(text, &fields, services, event) { lines.append(line) }
        }
        var buyer = Buyer.blank
        given.apply(to: &buyer, in: { _ in event.zone }, &fields)
        var draft = OrderDraft(
            lines: lines, buyer: buyer, payment: paid.map { options.payment(fields.read($0, "paid") ?? .cash) })
        draft.born = born
        try fields.finish(adding: draft.faults(of: event, types: types, at: .now()))
        return draft
    }

    /// Parses a text of the form `TYPE=N`. The name of the type can itself contain an equals sign. If the text does not
    /// have this form, adds a fault and returns nil.
    private func parsed(
        _ text: String, _ fields: inout FieldParser, _ services: ManagementServices, _ event: Event
    ) throws -> OrderDraft.Line? {
        guard let equals = text.lastIndex(of: "="), let count = Int(text[text.index(after: equals)...]) else {
            fields.refuse("line", Sentence(Text.lineFault, ["text": .text(text)]))
            return nil
        }
        do {
            let type = try services.ticketTypes.ticketType(named: String(text[..<equals]), of: event)
            return OrderDraft.Line(type: type.number, count: count)
        } catch let error as ManagementError where ExitStatus(error.kind) == .badInput {
            fields.refuse("line", error.sentence)
            return nil
        }
    }
}

/// The options for the buyer of an order.
struct BuyerOptions: FieldOptions {
    typealias Entity = Buyer

    @Option(help: ArgumentHelp(OrderCreateCommand.Text.buyer)) var buyer: String
    @Option(help: ArgumentHelp(OrderCreateCommand.Text.email)) var email: String?
    @Option(help: ArgumentHelp(OrderCreateCommand.Text.phone)) var phone: String?
}
