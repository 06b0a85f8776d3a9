import Management
import Presenting
import Ticketing

extension [FieldFault] {
    /// The name under which stands what is wrong with a form as a whole.
    static var whole: String { "" }

    /// What the core refused, at the fields of the form that asked for it; nil for trouble, and for what is not theirs.
    init?(refusal error: any Error) {
        switch error {
        case ManagementError.invalid(let faults): self = faults
        case SalesError.typeFaults(let faults): self = faults.map(\.fieldFault)
        case SalesError.orderFaults(let faults): self = faults.map(\.fieldFault)
        case CelebrationError.faultyFunction(let faults): self = faults.map(\.fieldFault)
        case SalesError.holder(let fault): self = [FieldFault("holder", "\(fault)")]
        case SalesError.note(let fault): self = [FieldFault("note", "\(fault)")]
        case SalesError.email: self = [FieldFault("email", "an e-mail address, such as grace@example.org")]
        case ManagementError.wrongConfirmation(let left):
            self = [
                FieldFault(
                    "code",
                    left > 0
                        ? "the code in the list of messages; \(left) more \(left == 1 ? "try" : "tries")"
                        : "a new code: the tries of this one are used up; make one above")
            ]
        case ManagementError.tooManyCodes(let until):
            self = [FieldFault("email", "no more codes today; the next can be made at \(until.minuteText)")]
        case ManagementError.noConfirmationAsked:
            self = [FieldFault("code", "a code from the list of messages; make one above")]
        case let fault as FieldFault: self = [fault]
        case let same as SameAgain: self = [FieldFault(SameAgain.field, same.text)]
        case let fault as PrintFault where fault.fieldFault != nil: self = [fault.fieldFault].compactMap(\.self)
        case BatchError.unknownSheet(_, let sheets): self = [FieldFault("sheets", "sheets from 1 to \(sheets)")]
        // Back leads to a form that has made something, and another buyer is in it.
        case SalesError.requestReused:
            self = [
                FieldFault(
                    Self.whole,
                    "The order that this form made before is kept. Press the button again to make another.")
            ]
        case let error as any ExplainedError where [.refused, .badInput, .conflict].contains(error.kind):
            self = [FieldFault(Self.whole, error.description)]
        default: return nil
        }
    }
}

extension TicketTypeFault {
    /// At the field of the form that has the same name.
    fileprivate var fieldFault: FieldFault {
        let field =
            switch self {
            case .name, .nameTaken: "name"
            case .priceTooHigh, .otherCurrency, .soldForMoney: "price"
            case .quantity, .quantityBelowSold: "quantity"
            case .time(let field): field
            case .windowReversed: "valid-until"
            case .salesReversed: "closes"
            case .perOrder: "least"
            case .gate, .tooManyGates: "gates"
            case .gateNote: "gate-note"
            }
        return FieldFault(field, description.withoutField)
    }
}

extension OrderFault {
    fileprivate var fieldFault: FieldFault {
        let field =
            switch self {
            case .buyer: "buyer"
            case .email: "email"
            case .phone: "phone"
            case .reference: "reference"
            case .noLines, .unknownType, .typeTwice, .count, .tooManyTickets, .notOnSale, .totalTooHigh: "counts"
            }
        return FieldFault(field, self == .noLines ? "choose at least one ticket" : description.withoutField)
    }
}

extension String {
    /// What is wrong, without the field's name before it, which the form shows.
    fileprivate var withoutField: String {
        firstRange(of: ": ").map { String(self[$0.upperBound...]) } ?? self
    }
}
