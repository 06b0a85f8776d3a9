package import Presentation
package import Ticketing

/// The reason why the tickets of an order or a household cannot be exported. The associated value `event` is the
/// event's slug (its short name in commands).
package enum TicketBundleError: ExplainedError, Hashable {
    case emptyOrder(OrderNumber, event: String)
    case unknownHousehold(String, event: String)
    case ambiguousHousehold(String, numbers: [Int])
    case emptyHousehold(Int, event: String)
    /// All tickets were transferred to other people.
    case allTransferred(String, first: TicketCode, event: String)

    package var description: String {
        switch self {
        case .emptyOrder(let number, _): "order \(number) has no issued tickets"
        case .unknownHousehold(let name, _): "no household is called “\(name)”"
        case .ambiguousHousehold(let name, _): "several households are called “\(name)”"
        case .emptyHousehold(let number, _): "household \(number) has no issued code"
        case .allTransferred(let what, _, _):
            "all tickets of \(what) were transferred to other people; only these people can get the tickets"
        }
    }

    package var subject: ErrorSubject {
        switch self {
        case .emptyOrder: .order
        case .unknownHousehold, .ambiguousHousehold, .emptyHousehold: .guest
        case .allTransferred: .ticket
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .emptyOrder, .emptyHousehold, .allTransferred: .ruleViolation
        case .unknownHousehold: .notFound
        case .ambiguousHousehold: .invalidInput
        }
    }

    package var hint: String? {
        switch self {
        case .emptyOrder(let number, let event): "show the order with: eventpass order show \(event) \(number)"
        case .unknownHousehold(_, let event):
            "list the households with: eventpass guest list \(event) --json | jq .household"
        case .ambiguousHousehold(_, let numbers):
            "use the number of one of these households: \(numbers.map(String.init).joined(separator: ", "))"
        case .emptyHousehold(_, let event):
            "invite the guests with: eventpass guest invite \(event) --all --sub-event NAME"
        case .allTransferred(_, let code, let event): "export one ticket with: eventpass ticket export \(event) \(code)"
        }
    }
}
