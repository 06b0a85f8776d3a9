public import Languages

/// A fault in the input for an order, with the allowed values.
public enum OrderFault: Hashable, Sendable, SentenceConvertible {
    case noLines
    case unknownType(TicketTypeNumber)
    case duplicateType(String)
    case count(Int, of: String, least: Int, most: Int)
    case tooManyTickets(Int, limit: Int)
    case notOnSale(String, SaleAvailability.Reason)
    case totalTooHigh
    /// The buyer is younger than the minimum age.
    case tooYoung(AgeLimit)
    /// The fault of a field of the buyer or the payment.
    case field(FieldFault)

    /// This fault as a `FieldFault`, with the name of the faulty field in forms.
    public var fieldFault: FieldFault {
        switch self {
        case .noLines: FieldFault(OrderFault.lines, FaultSentence.nothingChosen)
        case .unknownType(let number):
            FieldFault(OrderFault.lines, FaultSentence.unknownType, ["number": "\(number)"])
        case .duplicateType(let type): FieldFault(OrderFault.lines, FaultSentence.typeTwice, ["type": .text(type)])
        case .count(let count, let type, let least, let most):
            FieldFault(
                OrderFault.lines, FaultSentence.countOfType,
                ["least": .number(least), "most": .number(most), "type": .text(type), "tickets": .number(count)])
        case .tooManyTickets(let count, let limit):
            FieldFault(
                OrderFault.lines, FaultSentence.tooManyTickets, ["limit": .number(limit), "tickets": .number(count)])
        case .notOnSale(let type, let reason):
            FieldFault(
                OrderFault.lines, FaultSentence.notOnSale,
                ["type": .text(type), "reason": .sentence(reason.summary)])
        case .totalTooHigh: FieldFault(OrderFault.lines, FaultSentence.totalTooHigh)
        case .tooYoung(let limit):
            FieldFault(
                AgeLimit.fieldName, FaultSentence.tooYoung,
                ["event": .text(limit.event), "age": .number(limit.years), "day": .day(limit.day)])
        case .field(let fault): fault
        }
    }

    /// The name of the form field that contains the quantities of the ticket types. The command-line option for the
    /// same quantities is called `line`.
    private static let lines = "counts"

    public var sentence: Sentence {
        let fault = fieldFault
        return fault.field == OrderFault.lines ? FieldFault("line", fault.allowed).sentence : fault.sentence
    }
}

extension SaleAvailability.Reason {
    /// A short description without times.
    public var summary: Sentence {
        switch self {
        case .notPublished: Sentence(FaultSentence.eventNotPublished)
        case .notYetOpen: Sentence(FaultSentence.saleNotBegun)
        case .closed: Sentence(FaultSentence.saleOver)
        case .started: Sentence(FaultSentence.eventBegun)
        case .soldOut: Sentence(FaultSentence.soldOut)
        case .hidden: Sentence(FaultSentence.typeHidden)
        }
    }
}

/// All faults of one order.
public struct OrderFaults: Error, Hashable, Sendable {
    public let all: [OrderFault]
    init(_ all: [OrderFault]) { self.all = all }
}
