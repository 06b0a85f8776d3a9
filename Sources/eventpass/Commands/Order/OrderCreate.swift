import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrderCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an order: pending for half an hour, or paid at once.",
        discussion: """
            Until it is paid or expires, an order holds its places. With --paid its tickets are issued now; those that \
            are to be paid at-the-door are refused by every gate until eventpass order pay.

              eventpass order create new-year --line Regular=2 --line VIP=1 \\
                  --buyer "Grace Nakato" --email grace@example.org --json | jq .number
              eventpass order create new-year --line Regular=2 --buyer "Grace Nakato" \\
                  --paid cash --reference R-17
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var options: PaymentOptions

    @Option(help: "How many of a type, such as Regular=2; may be said several times.")
    var line: [String]
    @Option(help: "Who buys.")
    var buyer: String
    @Option(help: "The buyer's e-mail address.")
    var email: Given<EmailAddress>?
    @Option(help: "The buyer's telephone, such as +256700123456.")
    var phone: Given<PhoneNumber>?
    @Option(help: "How it is paid, now. (default: later)")
    var paid: Given<Payment.Method>?

    func validate() throws {
        if options.reference != nil, paid == nil { throw ValidationError("--reference needs --paid") }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let draft = try draft(office, event)
        let ring = paid == nil ? nil : try folder.openKeyRing(keys, of: store)
        let messages = try QueuedMessages(office, of: event)
        let order = try office.createOrder(
            draft, of: event, signingWith: ring, publicKeys: ring.map { signing.use(of: $0) } ?? .refused,
            request: options.request.requestID)
        try office.say(
            order, of: event,
            { "order \(order.number), \(counted(order.tickets, "ticket")), \($0.total): \($0.statusWords)" }, output
        ) { try folder.ticketRenderer(keys, store, office, event, tokens: ring != nil) }
        try messages.say()
        StandardError.say(
            order.status == .pending
                ? "next: eventpass order pay \(event.slug) \(order.number) --paid METHOD"
                : "next: eventpass order show \(event.slug) \(order.number)")
    }

    private func draft(_ office: Office, _ event: Event) throws -> OrderDraft {
        var fields = Fields()
        let types = try office.ticketTypes(of: event)
        var lines: [OrderDraft.Line] = []
        for text in line {
            if let line = try parsed(text, &fields, office, event) { lines.append(line) }
        }
        let draft = OrderDraft(
            lines: lines, name: buyer, email: fields.read(email, "email")?.rawValue,
            phone: fields.read(phone, "phone")?.rawValue,
            payment: paid.map { options.payment(fields.read($0, "paid") ?? .cash) })
        try fields.end(besides: draft.faults(of: event, types: types, at: .now()))
        return draft
    }

    /// `TYPE=N`; the type may hold an equals sign itself. Nil, and a fault, for anything else.
    private func parsed(
        _ text: String, _ fields: inout Fields, _ office: Office, _ event: Event
    ) throws -> OrderDraft.Line? {
        guard let equals = text.lastIndex(of: "="), let count = Int(text[text.index(after: equals)...]) else {
            fields.refuse("line", "“\(text)” is not allowed; write a type and how many of it, such as Regular=2")
            return nil
        }
        do {
            let type = try office.ticketType(named: String(text[..<equals]), of: event)
            return OrderDraft.Line(type: type.number, count: count)
        } catch let error as ManagementError where ExitStatus(error.kind) == .badInput {
            fields.refuse("line", "\(error)")
            return nil
        }
    }
}
