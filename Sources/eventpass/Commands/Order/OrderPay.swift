import ArgumentParser
import Management
import Ticketing

struct OrderPayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Record the payment of an order and issue its tickets.",
        discussion: """
            An expired order can still be paid if enough tickets are left.

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

    @Option(help: "The payment method.")
    var paid: ParsedArgument<Payment.Method>

    func run() throws {
        var fields = FieldParser()
        let method = fields.read(paid, "paid") ?? .cash
        if let fault = options.payment(method).referenceFault { fields.refuse("reference", "\(fault)") }
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let order = try services.orders.order(try orderArgument.orderNumber(), of: event)
        // Tickets to be paid at the door were issued before.
        let ring = order.isDueAtTheDoor ? nil : try folder.openKeyRing(keys, of: store)
        let messages = try QueuedMessageReport(services, of: event)
        let result = try services.orders.pay(
            order.number, of: event, options.payment(method), signingWith: ring,
            publicKeys: ring.map { signing.publicKeyUse(of: $0) } ?? .refused, request: options.request.requestID)
        try services.printResult(
            result, of: event, { "order \(result.number), \($0.total): \($0.statusText)" }, output
        ) { try folder.ticketRenderer(keys, store, services, event, tokens: ring != nil) }
        try messages.say()
        StandardError.say("next: eventpass order show \(event.slug) \(result.number)")
    }
}
