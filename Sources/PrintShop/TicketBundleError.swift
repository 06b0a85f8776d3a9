package import Languages
package import Presentation
package import Ticketing

/// The reason why the tickets of an order or a household cannot be exported. The associated value `event` is the
/// event's slug (its short name in commands).
package enum TicketBundleError: ExplainedError, Hashable {
    case emptyOrder(OrderNumber, event: String)
    case unknownHousehold(String, event: String)
    case ambiguousHousehold(String, numbers: [Int])
    case emptyHousehold(Int, event: String)
    /// All tickets of the order were transferred to other people.
    case orderTransferred(OrderNumber, first: TicketCode, event: String)
    /// All tickets of the household were transferred to other people.
    case householdTransferred(Int, first: TicketCode, event: String)

    enum Text: String, SentenceKey {
        static let subject = "ticketBundleError"

        case emptyOrder = "order {order} has no issued tickets"
        case unknownHousehold = "no household is called “{name}”"
        case ambiguousHousehold = "several households are called “{name}”"
        case emptyHousehold = "household {household} has no issued tickets"
        case orderTransferred =
            "all tickets of order {order} were transferred to other people; only these people can get the tickets"
        case householdTransferred =
            "all tickets of household {household} were transferred to other people; only these people can get the tickets"

        case emptyOrderHint = "show the order with: eventpass order show {event} {order}"
        case unknownHouseholdHint =
            "list the households with: {command}"
        case ambiguousHouseholdHint = "use the number of one of these households: {households}"
        case emptyHouseholdHint =
            "invite the guests with: eventpass guest invite {event} --all --sub-event NAME"
        case transferredHint = "export one ticket with: eventpass ticket export {event} {ticket}"
    }

    package var sentence: Sentence {
        switch self {
        case .emptyOrder(let number, _): Sentence(Text.emptyOrder, ["order": "\(number)"])
        case .unknownHousehold(let name, _): Sentence(Text.unknownHousehold, ["name": .text(name)])
        case .ambiguousHousehold(let name, _): Sentence(Text.ambiguousHousehold, ["name": .text(name)])
        case .emptyHousehold(let number, _): Sentence(Text.emptyHousehold, ["household": "\(number)"])
        case .orderTransferred(let number, _, _): Sentence(Text.orderTransferred, ["order": "\(number)"])
        case .householdTransferred(let number, _, _):
            Sentence(Text.householdTransferred, ["household": "\(number)"])
        }
    }

    package var subject: ErrorSubject {
        switch self {
        case .emptyOrder: .order
        case .unknownHousehold, .ambiguousHousehold, .emptyHousehold: .guest
        case .orderTransferred, .householdTransferred: .ticket
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .emptyOrder, .emptyHousehold, .orderTransferred, .householdTransferred: .ruleViolation
        case .unknownHousehold: .notFound
        case .ambiguousHousehold: .invalidInput
        }
    }

    package var hint: Sentence? {
        switch self {
        case .emptyOrder(let number, let event):
            Sentence(Text.emptyOrderHint, ["event": .text(event), "order": "\(number)"])
        case .unknownHousehold(_, let event):
            Sentence(
                Text.unknownHouseholdHint,
                ["command": "eventpass guest list \(event) --json | jq .household"])
        case .ambiguousHousehold(_, let numbers):
            Sentence(
                Text.ambiguousHouseholdHint,
                ["households": .text(numbers.map(String.init).joined(separator: ", "))])
        case .emptyHousehold(_, let event): Sentence(Text.emptyHouseholdHint, ["event": .text(event)])
        case .orderTransferred(_, let code, let event), .householdTransferred(_, let code, let event):
            Sentence(Text.transferredHint, ["event": .text(event), "ticket": "\(code)"])
        }
    }
}
