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
    case buyer(TextFault)
    case email(String)
    case phone(String)
    case reference(TextFault)

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
        case .buyer(let fault): FieldFault("buyer", fault.sentence)
        case .email(let text): FieldFault("email", FaultSentence.notAnEmail, ["text": .text(text)])
        case .phone(let text): FieldFault("phone", FaultSentence.notAPhoneNumber, ["text": .text(text)])
        case .reference(let fault): FieldFault("reference", fault.sentence)
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
    /// A short description without times. A caller that knows the event's time zone can add the times.
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
