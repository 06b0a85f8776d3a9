/// What is wrong with an order, field by field, with what is allowed.
public enum OrderFault: Hashable, Sendable, CustomStringConvertible {
    case noLines
    case unknownType(TicketTypeNumber)
    case typeTwice(String)
    case count(Int, of: String, least: Int, most: Int)
    case tooManyTickets(Int, limit: Int)
    case notOnSale(String, OnSale.Reason)
    case totalTooHigh
    case buyer(NameFault)
    case email(String)
    case phone(String)
    case reference(NameFault)

    public var description: String {
        switch self {
        case .noLines: "line: there are none; say at least one type and how many of it"
        case .unknownType(let number): "line: the event has no ticket type \(number)"
        case .typeTwice(let type): "line: type “\(type)” is there twice"
        case .count(let count, let type, let least, let most):
            "line: \(count) of type “\(type)”; an order has \(least) to \(most) of it"
        case .tooManyTickets(let count, let limit): "line: \(count) tickets; an order has at most \(limit)"
        case .notOnSale(let type, let reason): "line: type “\(type)” is not on sale: \(reason.words)"
        case .totalTooHigh: "line: the total is more than can be counted"
        case .buyer(let fault): "buyer: \(fault)"
        case .email(let text): "email: “\(text)” is no address, such as grace@example.org"
        case .phone(let text): "phone: “\(text)” is no number with its country, such as +256700123456"
        case .reference(let fault): "reference: \(fault)"
        }
    }
}

extension OnSale.Reason {
    /// In a few words, times left to who knows the zone.
    public var words: String {
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
    /// What is wrong with its reference; nil when nothing is, or there is none.
    public var referenceFault: NameFault? {
        reference.flatMap { NameFault.of($0, limit: Order.longestReference) }
    }
}

/// Several faults of one order.
public struct OrderFaults: Error, Hashable, Sendable {
    public let all: [OrderFault]
    init(_ all: [OrderFault]) { self.all = all }
}
