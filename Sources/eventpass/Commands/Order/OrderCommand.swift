import ArgumentParser
import Management
import Presenting
import TicketToken
import Ticketing

struct OrderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Create orders, record payments and refunds.",
        subcommands: [
            OrderCreateCommand.self, OrderListCommand.self, OrderShowCommand.self, OrderPayCommand.self,
            OrderRefundCommand.self, OrderPayBackCommand.self,
            OrderCancelCommand.self,
        ])
}

/// The order argument of a command.
struct OrderArgument: ParsableArguments {
    @Argument(help: "The order's number.")
    var number: ParsedArgument<OrderNumber>

    /// The order number. Throws an error if the argument is not one.
    func orderNumber() throws -> OrderNumber { try FieldParser.read(only: number, "number") }
}

/// The payment options of a command.
struct PaymentOptions: ParsableArguments {
    @Option(help: "The number of the receipt or transfer.")
    var reference: String?
    @OptionGroup var request: RequestIDOption

    func payment(_ method: Payment.Method) -> Payment { Payment(method, reference: reference) }
}

extension ManagementServices {
    /// The presentation of an order.
    func view(of order: Order, event: Event) throws -> OrderJSON {
        OrderJSON(order, event: event, types: try ticketTypes.ticketTypes(of: event), now: .now())
    }

    /// Prints an order and its tickets after a change. JSON output includes the tokens.
    func printResult(
        _ order: Order, of event: Event, _ words: (OrderJSON) -> String, _ output: JSONOption,
        _ renderer: () throws -> TicketRenderer
    ) throws {
        let view = try view(of: order, event: event)
        let tickets = try orders.soldTickets(of: order, of: event)
        guard !output.json else { return try StandardOutput.line(try view.json(tickets: tickets, renderer()).text) }
        for line in [words(view)] + view.codeLines(tickets) { try StandardOutput.line(line) }
    }
}
