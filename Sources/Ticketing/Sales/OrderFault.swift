/// A fault in the input for an order, with the allowed values.
public enum OrderFault: Hashable, Sendable, CustomStringConvertible {
    case noLines
    case unknownType(TicketTypeNumber)
    case duplicateType(String)
    case count(Int, of: String, least: Int, most: Int)
    case tooManyTickets(Int, limit: Int)
    case notOnSale(String, SaleAvailability.Reason)
    case totalTooHigh
    case buyer(TextFault)
    case email(String)
    case phone(String)
    case reference(TextFault)

    /// This fault as a `FieldFault`, with the name of the faulty field in forms.
    public var fieldFault: FieldFault {
        switch self {
        case .noLines: FieldFault(OrderFault.lines, "choose at least one ticket")
        case .unknownType(let number): FieldFault(OrderFault.lines, "the event has no ticket type \(number)")
        case .duplicateType(let type): FieldFault(OrderFault.lines, "type “\(type)” appears twice")
        case .count(let count, let type, let least, let most):
            FieldFault(
                OrderFault.lines, "an order may have \(least) to \(most) tickets of type “\(type)”, not \(count)")
        case .tooManyTickets(let count, let limit):
            FieldFault(OrderFault.lines, "an order may have at most \(limit) tickets, not \(count)")
        case .notOnSale(let type, let reason):
            FieldFault(OrderFault.lines, "type “\(type)” is not on sale: \(reason.summary)")
        case .totalTooHigh: FieldFault(OrderFault.lines, "the total is too large")
        case .buyer(let fault): FieldFault("buyer", "\(fault)")
        case .email(let text): FieldFault("email", "“\(text)” is not an e-mail address such as grace@example.org")
        case .phone(let text):
            FieldFault("phone", "“\(text)” is not a phone number with country code, such as +256700123456")
        case .reference(let fault): FieldFault("reference", "\(fault)")
        }
    }

    /// The name of the form field that contains the quantities of the ticket types. The command-line option for the
    /// same quantities is called `line`.
    private static let lines = "counts"

    public var description: String {
        let fault = fieldFault
        return "\(fault.field == OrderFault.lines ? "line" : fault.field): \(fault.allowed)"
    }
}

extension SaleAvailability.Reason {
    /// A short description without times. A caller that knows the event's time zone can add the times.
    public var summary: String {
        switch self {
        case .notPublished: "its event is not published"
        case .notYetOpen: "its sale has not begun"
        case .closed: "its sale is over"
        case .started: "its event has begun"
        case .soldOut: "sold out"
        case .hidden: "hidden"
        }
    }
}

extension Payment {
    /// The fault of the payment reference; nil if the reference is valid or absent.
    public var referenceFault: TextFault? {
        reference.flatMap { TextFault.of($0, limit: Order.longestReference) }
    }
}

/// All faults of one order.
public struct OrderFaults: Error, Hashable, Sendable {
    public let all: [OrderFault]
    init(_ all: [OrderFault]) { self.all = all }
}
