import ArgumentParser
import Management
import Presenting
import TicketToken
import Ticketing

struct OrderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "What people buy, and how it is paid.",
        subcommands: [
            OrderCreate.self, OrderList.self, OrderShow.self, OrderPay.self, OrderRefund.self, OrderPayBack.self,
            OrderCancel.self,
        ])
}

/// The order a command is about.
struct OrderArgument: ParsableArguments {
    @Argument(help: "The order's number.")
    var number: Given<OrderNumber>

    /// - Throws: `Failure` for anything else than an order's number.
    func orderNumber() throws -> OrderNumber { try Fields.read(only: number, "number") }
}

/// How an order is paid.
struct PaymentOptions: ParsableArguments {
    @Option(help: "A receipt's or a transfer's number.")
    var reference: String?
    @OptionGroup var request: RequestIDOption

    func payment(_ method: Payment.Method) -> Payment { Payment(method, reference: reference) }
}

extension Office {
    /// An order with what a page about it needs.
    func view(of order: Order, event: Event) throws -> OrderView {
        OrderView(order, event: event, types: try ticketTypes(of: event), now: .now())
    }

    /// Says what became of an order, and names its tickets: with their tokens in JSON.
    func say(
        _ order: Order, of event: Event, _ words: (OrderView) -> String, _ output: JSONOption,
        _ renderer: () throws -> TicketRenderer
    ) throws {
        let view = try view(of: order, event: event)
        let tickets = try soldTickets(of: order, of: event)
        guard !output.json else { return try StandardOutput.line(try view.json(tickets: tickets, renderer()).text) }
        for line in [words(view)] + view.codeLines(tickets) { try StandardOutput.line(line) }
    }
}
