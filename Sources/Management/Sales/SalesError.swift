public import Ticketing

/// The reason why an order, a payment, a refund or a change of a ticket or ticket type was refused.
public enum SalesError: Error, Hashable, CustomStringConvertible {
    /// All faults of a ticket type.
    case typeFaults([TicketTypeFault])
    /// All faults of an order.
    case orderFaults([OrderFault])
    /// A ticket type can't be removed, because tickets of this type were ordered or issued.
    case typeSold(String)
    /// A ticket type can't be removed, because it is the event's only ticket type, and the event is not a draft.
    case onlyType(String)
    /// The event is over, so no more tickets are issued.
    case eventOver
    case unknownOrder(OrderNumber)
    case notPayable(OrderNumber, Order.Status)
    /// The payment method of the order is already “at the door”, and its tickets are issued.
    case alreadyAtTheDoor(OrderNumber)
    case notCancellable(OrderNumber, Order.Status)
    case notRefundable(OrderNumber, Order.Status)
    case ticketOfAnother(TicketCode, OrderNumber)
    case nothingToRefund(OrderNumber)
    case nothingOwed(OrderNumber)
    case moreThanOwed(OrderNumber, Money, owed: Money)
    /// The order's currency differs from the event's only currency.
    case currencyMismatch(String, event: String)
    /// The request id was already used for a different request.
    case requestReused(String)
    case holder(TextFault)
    case email(String)
    case note(TextFault)
    /// The reason for accepting a clock is invalid.
    case reason(TextFault)

    public var description: String {
        switch self {
        case .typeFaults(let faults): "the ticket type is invalid: \(SalesError.list(faults))"
        case .orderFaults(let faults): "the order is invalid: \(SalesError.list(faults))"
        case .typeSold(let name): "“\(name)” can't be removed, because tickets of this type were ordered or issued"
        case .onlyType(let name): "“\(name)” can't be removed, because it is the event's only ticket type"
        case .eventOver: "the event is over; no more tickets can be issued"
        case .unknownOrder(let number): "the event has no order \(number)"
        case .notPayable(let number, let status): "order \(number) is \(status.rawValue), and can't be paid"
        case .alreadyAtTheDoor(let number): "order \(number) is already to be paid at the door"
        case .notCancellable(let number, let status): "order \(number) is \(status.rawValue), and can't be cancelled"
        case .notRefundable(let number, let status):
            "order \(number) is \(status.rawValue): there is nothing to refund"
        case .ticketOfAnother(let code, let number): "ticket \(code) does not belong to order \(number)"
        case .nothingToRefund(let number): "order \(number) has no active ticket left"
        case .nothingOwed(let number): "nothing is owed to the buyer of order \(number)"
        case .moreThanOwed(let number, let asked, let owed):
            "\(asked) is more than the \(owed) owed to the buyer of order \(number)"
        case .currencyMismatch(let currency, let event):
            "the order is in \(currency), but the event sells only in \(event)"
        case .requestReused(let id): "request \(id) was already used for something else; each request needs its own id"
        case .holder(let fault): "holder: \(fault)"
        case .email(let text): "email: “\(text)” is not an address such as grace@example.org"
        case .note(let fault): "note: \(fault)"
        case .reason(let fault): "reason: \(fault)"
        }
    }

    /// Advice on how to resolve the error; nil if there is none.
    public var hint: String? {
        switch self {
        case .typeSold: "to stop its sale, run: eventpass type edit EVENT TYPE --closes TIME"
        case .onlyType: "first add another one with: eventpass type add EVENT --name NAME"
        case .unknownOrder: "list the numbers with: eventpass order list EVENT"
        case .notPayable(let number, .cancelled): "create a new order to replace \(number) with: eventpass order create"
        case .notCancellable(let number, .paid), .notCancellable(let number, .partlyRefunded):
            "refund it with: eventpass order refund EVENT \(number) --all"
        case .notRefundable(let number, .pending): "cancel it with: eventpass order cancel EVENT \(number)"
        case .ticketOfAnother(_, let number): "list its tickets with: eventpass order show EVENT \(number)"
        case .typeFaults, .orderFaults, .eventOver, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable,
            .nothingToRefund, .nothingOwed, .moreThanOwed, .currencyMismatch, .requestReused, .holder, .email, .note,
            .reason:
            nil
        }
    }

    private static func list(_ faults: [some CustomStringConvertible]) -> String {
        faults.map(\.description).joined(separator: "; ")
    }
}
