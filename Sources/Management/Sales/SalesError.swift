public import Ticketing

/// Why the office does not sell, pay or give back what it was asked to.
public enum SalesError: Error, Hashable, CustomStringConvertible {
    /// Everything that is wrong with a ticket type.
    case typeFaults([TicketTypeFault])
    /// Everything that is wrong with an order.
    case orderFaults([OrderFault])
    /// Tickets are issued until their event ends.
    case over
    case unknownOrder(OrderNumber)
    case notPayable(OrderNumber, Order.Status)
    /// Its tickets are out: only `order pay` with what was paid can follow.
    case alreadyAtTheDoor(OrderNumber)
    case notCancellable(OrderNumber, Order.Status)
    case notRefundable(OrderNumber, Order.Status)
    case ticketOfAnother(TicketCode, OrderNumber)
    case nothingToRefund(OrderNumber)
    case nothingOwed(OrderNumber)
    case moreThanOwed(OrderNumber, Money, owed: Money)
    /// An event takes money in one currency.
    case otherCurrency(String, event: String)
    /// The request id was used before, for something else.
    case requestReused(String)
    case holder(NameFault)
    case email(String)
    case note(NameFault)
    /// Why a clock is accepted.
    case reason(NameFault)

    public var description: String {
        switch self {
        case .typeFaults(let faults): "the ticket type can't be so: \(SalesError.list(faults))"
        case .orderFaults(let faults): "the order can't be so: \(SalesError.list(faults))"
        case .over: "the event is over; no ticket of it is issued any more"
        case .unknownOrder(let number): "the event has no order \(number)"
        case .notPayable(let number, let status): "order \(number) is \(status.rawValue), and can't be paid"
        case .alreadyAtTheDoor(let number): "order \(number) is to be paid at the door already"
        case .notCancellable(let number, let status): "order \(number) is \(status.rawValue), and can't be cancelled"
        case .notRefundable(let number, let status):
            "order \(number) is \(status.rawValue): there is nothing to give back"
        case .ticketOfAnother(let code, let number): "ticket \(code) does not belong to order \(number)"
        case .nothingToRefund(let number): "order \(number) has no ticket left that stands"
        case .nothingOwed(let number): "nothing is owed to the buyer of order \(number)"
        case .moreThanOwed(let number, let asked, let owed):
            "\(asked) is more than the \(owed) owed to the buyer of order \(number)"
        case .otherCurrency(let currency, let event):
            "the order is in \(currency), but the event has sold in \(event), and keeps that"
        case .requestReused(let id): "request \(id) was already used for something else; each request needs its own"
        case .holder(let fault): "holder: \(fault)"
        case .email(let text): "email: “\(text)” is no address, such as grace@example.org"
        case .note(let fault): "note: \(fault)"
        case .reason(let fault): "reason: \(fault)"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .unknownOrder: "eventpass order list EVENT shows the numbers"
        case .notPayable(let number, .cancelled): "make a new one in place of \(number) with eventpass order create"
        case .notCancellable(let number, .paid), .notCancellable(let number, .partlyRefunded):
            "eventpass order refund EVENT \(number) --all gives it back"
        case .notRefundable(let number, .pending): "eventpass order cancel EVENT \(number) ends it"
        case .ticketOfAnother(_, let number): "eventpass order show EVENT \(number) shows its tickets"
        case .typeFaults, .orderFaults, .over, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable,
            .nothingToRefund, .nothingOwed, .moreThanOwed, .otherCurrency, .requestReused, .holder, .email, .note,
            .reason:
            nil
        }
    }

    private static func list(_ faults: [some CustomStringConvertible]) -> String {
        faults.map(\.description).joined(separator: "; ")
    }
}
