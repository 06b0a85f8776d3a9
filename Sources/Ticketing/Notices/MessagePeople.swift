/// The people of an event whom a change concerns. They get messages about it if they have addresses.
public enum MessagePeople: Hashable, Sendable {
    /// The holders of active tickets, the holders of tickets that are no longer active because the event was cancelled
    /// or deleted, and the invited guests who have not declined.
    case everyone
    case audience(NoticeAudience)
    /// The holders of tickets. A message goes to the e-mail address of the ticket. If the ticket has no e-mail address
    /// and was not transferred, the message goes to the address with which the buyer confirmed the order.
    case holders([Serial])
    /// The people to whom tickets belong. A message about a ticket of guests goes to each of these guests. A message
    /// about any other ticket goes to its holder, at the address that `holders` describes.
    case owners([Serial])
    /// The people who have tickets. A message about a ticket goes to the e-mail address of the ticket. If there is
    /// none, it goes to the buyer. If there is no buyer with an address either, it goes to the guests whom the ticket
    /// admits.
    case tickets([Serial])
    /// The holders of the tickets that were issued at the given time. Holders without a known name are left out.
    case issued(at: Instant)
    /// The guests with these numbers.
    case guests([Int])
    /// The guests who are invited to a sub-event and have not declined.
    case invited(toSubEvent: Int)
    /// The buyer of an order.
    case buyer(OrderNumber)

    /// A text for the URL of a page, such as `guests:3.4`. It contains only numbers and keywords, because URLs must not
    /// contain names.
    public var code: String {
        switch self {
        case .everyone: "everyone"
        case .audience(let audience): "to:\(audience.code)"
        case .holders(let serials): "holders:\(MessagePeople.joined(serials.map(\.rawValue)))"
        case .owners(let serials): "owners:\(MessagePeople.joined(serials.map(\.rawValue)))"
        case .tickets(let serials): "tickets:\(MessagePeople.joined(serials.map(\.rawValue)))"
        case .issued(let moment): "issued:\(moment.milliseconds)"
        case .guests(let numbers): "guests:\(MessagePeople.joined(numbers))"
        case .invited(let subEvent): "sub-event:\(subEvent)"
        case .buyer(let order): "order:\(order.rawValue)"
        }
    }

    /// The maximum number of serials or guest numbers in a code. A code with more of them is refused, so that a request
    /// takes little time.
    private static let longestList = 100

    /// Parses a code that `code` has made. Nil if the code is malformed.
    public init?(code: String) {
        let parts = code.split(separator: ":", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return nil }
        guard parts.count == 2 else {
            guard name == "everyone" else { return nil }
            self = .everyone
            return
        }
        let value = parts[1]
        func list<Number: LosslessStringConvertible>(_ type: Number.Type) -> [Number]? {
            let items = value.split(separator: ".")
            let numbers = items.compactMap { Number(String($0)) }
            return numbers.count == items.count && (1...MessagePeople.longestList).contains(items.count) ? numbers : nil
        }
        let serials = { () -> [Serial]? in
            guard let numbers = list(UInt64.self) else { return nil }
            let serials = numbers.compactMap { Serial(rawValue: $0) }
            return serials.count == numbers.count ? serials : nil
        }
        let found: MessagePeople? =
            switch name {
            case "to": NoticeAudience(code: value).map { .audience($0) }
            case "holders": serials().map { .holders($0) }
            case "owners": serials().map { .owners($0) }
            case "tickets": serials().map { .tickets($0) }
            case "issued": Int64(value).map { .issued(at: Instant(milliseconds: $0)) }
            case "guests": list(Int.self).map { .guests($0) }
            case "sub-event": Int(value).map { .invited(toSubEvent: $0) }
            case "order": UInt32(value).flatMap { OrderNumber(rawValue: $0) }.map { .buyer($0) }
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    private static func joined(_ numbers: [some BinaryInteger]) -> String {
        numbers.map { "\($0)" }.joined(separator: ".")
    }
}
