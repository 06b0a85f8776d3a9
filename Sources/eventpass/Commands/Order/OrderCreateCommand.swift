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
            “eventpass order pay”. If all tickets of the order are free, they are issued at once, even without \
            --paid. If the buyer already has tickets for other events of the organizer at the same \
            time, the command shows these events and asks before it creates the order.

            {examples}
            """
        case line = "A ticket type and its number of tickets, such as Regular=2; repeat for more."
        case born =
            "The buyer's date of birth, such as 1990-05-17. It is only compared with the minimum age, and not stored."
        case pendingByDefault = "(default: the order is pending, unless all its tickets are free)"
        case yes =
            "Do not ask for confirmation if the buyer has tickets for other events at the same time."
        case createAnyway = "Create the order anyway?"
        case conflictsNotConfirmed =
            "the buyer has tickets for other events at the same time, so the order needs confirmation"
        case referenceWithoutPayment = "--reference needs --paid"
        case lineFault = "“{text}” is not allowed; write a type and a number, such as Regular=2"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var payment: OptionalPaymentOptions
    @OptionGroup var request: RequestIDOption

    @Option(help: ArgumentHelp(Text.line))
    var line: [String]
    @OptionGroup var given: BuyerOptions
    @Option(help: ArgumentHelp(Text.born))
    var born: String?
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false

    func validate() throws {
        if payment.reference != nil, payment.method == nil { throw ValidationError(Text.referenceWithoutPayment) }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let types = try services.ticketTypes.ticketTypes(of: event)
        let draft = try draft(services, event, types)
        // A pending order issues no tickets, so it needs no keys.
        let ring = draft.effectivePayment(among: types) == nil ? nil : try folder.openKeyRing(keys, of: store)
        try confirmConflicts(of: draft, with: event, services)
        let messages = try QueuedMessageReport(services, of: event, global)
        let order = try services.orders.createOrder(
            draft, of: event, signingWith: ring, publicKeys: ring.map { signing.publicKeyUse(of: $0) } ?? .refused,
            request: request.requestID)
        try services.printResult(
            order, of: event,
            { "order \(order.number), \(counted(order.tickets, "ticket")), \($0.total): \($0.statusWithExpiry)" },
            output
        ) { try folder.ticketRenderer(keys, store, services, event, tokens: ring != nil) }
        try messages.say(about: .buyer(order.number), by: order.status == .pending ? .orderPending : .orderPaid)
        StandardError.next(
            order.status == .pending
                ? "eventpass order pay \(event.slug) \(order.number) --paid METHOD"
                : "eventpass order show \(event.slug) \(order.number)")
    }

    /// Shows the other events at the same time for which the buyer has tickets, and asks whether to create the order.
    private func confirmConflicts(of draft: OrderDraft, with event: Event, _ services: ManagementServices) throws {
        let conflicts = try services.orders.conflicts(ofNew: draft, of: event, request: request.requestID)
        for other in conflicts {
            let moment = VerdictSentences(timeZone: other.event.zone).moment
            StandardError.warn(TicketConflictJSON(other).sentence(moment))
        }
        if !conflicts.isEmpty {
            try Confirmation.require(yes, Sentence(Text.createAnyway), refusal: Sentence(Text.conflictsNotConfirmed))
        }
    }

    private func draft(_ services: ManagementServices, _ event: Event, _ types: [TicketType]) throws -> OrderDraft {
        var fields = FieldParser()
        var lines: [OrderDraft.Line] = []
        for text in line {
            if let line = try parsed(text, &fields, services, event) { lines.append(line) }
        }
        var buyer = Buyer.blank
        given.apply(to: &buyer, in: { _ in event.zone }, &fields)
        var draft = OrderDraft(
            lines: lines, buyer: buyer,
            payment: payment.method.map {
                Payment(fields.read($0, "paid") ?? .cash, reference: payment.reference)
            })
        draft.born = born
        // If all lines are faulty, the draft has no lines. Then only the faults of these lines are reported.
        let faults = draft.faults(of: event, types: types, at: .now()).filter { $0 != .noLines || line.isEmpty }
        try fields.finish(adding: faults)
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
            fields.refuse("line", .list([error.sentence, error.hint].compactMap(\.self), separator: "; "))
            return nil
        }
    }
}

struct BuyerOptions: FieldOptions {
    typealias Entity = Buyer

    @Option("buyer", of: Entity.self) var buyer: String
    @Option("email", of: Entity.self) var email: String?
    @Option("phone", of: Entity.self) var phone: String?
}

/// The options for the payment of a new order, which can also stay unpaid.
struct OptionalPaymentOptions: FieldOptionList {
    typealias Entity = Payment

    @Option(
        name: .customLong("paid"),
        help: ArgumentHelp("method", of: Entity.self, adding: Sentence(OrderCreateCommand.Text.pendingByDefault)))
    var method: ParsedArgument<Payment.Method>?
    @Option("reference", of: Entity.self) var reference: String?
}
