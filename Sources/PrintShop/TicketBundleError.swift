package import Presenting
package import Ticketing

/// Why there is nothing to write for an order or a household. Events are named by their slugs.
package enum TicketBundleError: ExplainedError, Hashable {
    case emptyOrder(OrderNumber, event: String)
    case unknownHousehold(String, event: String)
    case severalHouseholds(String, numbers: [Int])
    case emptyHousehold(Int, event: String)
    /// Every ticket of an order or a household belongs to somebody else by now.
    case handedOn(String, first: TicketCode, event: String)

    package var description: String {
        switch self {
        case .emptyOrder(let number, _): "order \(number) has no tickets that are issued"
        case .unknownHousehold(let name, _): "no household is called “\(name)”"
        case .severalHouseholds(let name, _): "several households are called “\(name)”"
        case .emptyHousehold(let number, _): "household \(number) has no code that is issued"
        case .handedOn(let what, _, _):
            "all tickets of \(what) were handed on to others, who alone are to have them"
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .emptyOrder, .emptyHousehold, .handedOn: .refused
        case .unknownHousehold: .unknown
        case .severalHouseholds: .badInput
        }
    }

    package var hint: String? {
        switch self {
        case .emptyOrder(let number, let event): "eventpass order show \(event) \(number)"
        case .unknownHousehold(_, let event): "eventpass guest list \(event) --json | jq .household"
        case .severalHouseholds(_, let numbers):
            "say its number: \(numbers.map(String.init).joined(separator: ", "))"
        case .emptyHousehold(_, let event): "eventpass guest invite \(event) --all --function NAME"
        case .handedOn(_, let code, let event): "eventpass ticket export \(event) \(code)"
        }
    }
}
