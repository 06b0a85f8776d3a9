import ArgumentParser
import Management
import Ticketing

struct OrderCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an order: pending for half an hour, or paid at once.",
        discussion: """
            Until it is paid or expires, an order holds its places. With --paid its tickets are issued now; those that are
            to be paid at-the-door are refused by every gate until eventpass order pay.

              eventpass order create new-year --line Regular=2 --line VIP=1 --buyer "Grace Nakato" \\
                  --email grace@example.org --json | jq .number
              eventpass order create new-year --line Regular=2 --buyer "Grace Nakato" --paid cash --reference R-17
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
    var email: String?
    @Option(help: "The buyer's telephone, such as +256700123456.")
    var phone: String?
    @Option(help: "How it is paid, now. (default: later)")
    var paid: Payment.Method?

    func validate() throws {
        if options.reference != nil, paid == nil { throw ValidationError("--reference needs --paid") }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let draft = OrderDraft(
            lines: try line.map { try parsed($0, office, event) }, name: buyer, email: email, phone: phone,
            payment: paid.map { options.payment($0) })
        let ring = paid == nil ? nil : try folder.openKeyRing(keys)
        let order = try office.createOrder(
            draft, of: event, signingWith: ring, publicKeys: ring.map { signing.use(of: $0) } ?? .refused,
            request: options.requestId)
        let view = try office.view(of: order, event: event)
        try StandardOutput.line(
            output.json
                ? view.json.text
                : "order \(order.number), \(counted(order.tickets, "ticket")), \(view.total): \(view.statusWords)")
        StandardError.say(
            order.status == .pending
                ? "next: eventpass order pay \(event.slug) \(order.number) --paid METHOD"
                : "next: eventpass order show \(event.slug) \(order.number)")
    }

    /// `TYPE=N`; the type may hold an equals sign itself.
    private func parsed(_ text: String, _ office: Office, _ event: Event) throws -> OrderDraft.Line {
        guard let equals = text.lastIndex(of: "="), let count = Int(text[text.index(after: equals)...]) else {
            throw Failure(.usage, "“\(text)” is no line of an order", hint: "write --line Regular=2")
        }
        let type = try office.ticketType(named: String(text[..<equals]), of: event)
        return OrderDraft.Line(type: type.number, count: count)
    }
}
