import ArgumentParser
import Management
import Ticketing

struct OrderPay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Note that an order is paid: its tickets are issued.",
        discussion: """
            An order whose hold has expired is paid all the same when its places are still left.

              eventpass order pay new-year 3141592653 --paid mobile-money \\
                  --reference MP221215
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var orderArgument: OrderArgument
    @OptionGroup var options: PaymentOptions

    @Option(help: "How it is paid.")
    var paid: Given<Payment.Method>

    func run() throws {
        var fields = Fields()
        let method = fields.read(paid, "paid") ?? .cash
        if let fault = options.payment(method).referenceFault { fields.refuse("reference", "\(fault)") }
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let order = try office.order(try orderArgument.orderNumber(), of: event)
        // Tickets that are paid at the door are there already.
        let ring = order.isPaidAtTheDoor ? nil : try folder.openKeyRing(keys, of: store)
        let messages = try QueuedMessages(office, of: event)
        let result = try office.pay(
            order.number, of: event, options.payment(method), signingWith: ring,
            publicKeys: ring.map { signing.use(of: $0) } ?? .refused, request: options.request.requestID)
        try office.say(
            result, of: event, { "order \(result.number), \($0.total): \($0.statusWords)" }, output
        ) { try folder.ticketRenderer(keys, store, office, event, tokens: ring != nil) }
        try messages.say()
        StandardError.say("next: eventpass order show \(event.slug) \(result.number)")
    }
}
