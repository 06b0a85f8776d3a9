import ArgumentParser
import Management
import Presenting
import TicketToken
import Ticketing

struct OrderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "What people buy, and how it is paid.",
        subcommands: [
            OrderCreate.self, OrderList.self, OrderShow.self, OrderPay.self, OrderRefund.self, OrderCancel.self,
        ])
}

/// The order a command is about.
struct OrderArgument: ParsableArguments {
    @Argument(help: "The order's number.")
    var number: OrderNumber
}

/// How an order is paid.
struct PaymentOptions: ParsableArguments {
    @Option(help: "A receipt's or a transfer's number.")
    var reference: String?
    @Option(help: "An id of this request: sent again, it gives the same answer and changes nothing.")
    var requestId: String?

    func payment(_ method: Payment.Method) -> Payment { Payment(method, reference: reference) }
}

extension Office {
    /// An order with what a page about it needs.
    func view(of order: Order, event: Event) throws -> OrderView {
        OrderView(order, event: event, types: try ticketTypes(of: event), now: .now())
    }
}
