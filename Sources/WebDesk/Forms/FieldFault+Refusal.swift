import Management
import Presentation
import Ticketing
import WebHost

extension [FieldFault] {
    /// The field name of faults that concern the whole form.
    static var wholeForm: String { "" }

    /// The faults of the form that led to an error; nil if the form did not cause the error.
    init?(refusal error: any Error) {
        switch error {
        case ManagementError.invalid(let faults): self = faults
        case SalesError.typeFaults(let faults): self = faults.map(\.fieldFault)
        case SalesError.orderFaults(let faults): self = faults.map(\.fieldFault)
        case GuestError.faultySubEvent(let faults): self = faults.map(\.fieldFault)
        case SalesError.holder(let fault): self = [FieldFault("holder", "\(fault)")]
        case SalesError.note(let fault): self = [FieldFault("note", "\(fault)")]
        case SalesError.email: self = [FieldFault("email", "an e-mail address, such as grace@example.org")]
        case ManagementError.wrongConfirmation(let left):
            self = [
                FieldFault(
                    "code",
                    left > 0
                        ? "the code from the message list; \(left) \(left == 1 ? "attempt" : "attempts") left"
                        : "a new code, because this one has no attempts left; create one above")
            ]
        case ManagementError.tooManyCodes(let until):
            self = [FieldFault("email", "no more codes today; create the next one after \(until.minuteText)")]
        case ManagementError.noPendingConfirmation:
            self = [FieldFault("code", "a code from the message list; create one above")]
        case let fault as FieldFault: self = [fault]
        case let same as DuplicateSubmission: self = [FieldFault(DuplicateSubmission.field, same.text)]
        case let fault as PrintFault where fault.fieldFault != nil: self = [fault.fieldFault].compactMap(\.self)
        case PrintBatchError.unknownSheet(_, let sheets): self = [FieldFault("sheets", "sheets from 1 to \(sheets)")]
        // The Back button may show a form that already made an order, now with another buyer.
        case SalesError.requestReused:
            self = [
                FieldFault(
                    Self.wholeForm,
                    "This form has already created an order. Press the button again to create another one.")
            ]
        case let error as any ExplainedError where [.ruleViolation, .invalidInput, .conflict].contains(error.kind):
            self = [FieldFault(Self.wholeForm, error.description)]
        default: return nil
        }
    }
}

extension TicketTypeFault {
    /// The fault at the form field of the same property.
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
        return FieldFault(field, description.withoutFieldName)
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
            case .noLines, .unknownType, .duplicateType, .count, .tooManyTickets, .notOnSale, .totalTooHigh: "counts"
            }
        return FieldFault(field, self == .noLines ? "choose at least one ticket" : description.withoutFieldName)
    }
}

extension String {
    /// The fault without the leading field name, because the form shows the label.
    fileprivate var withoutFieldName: String {
        firstRange(of: ": ").map { String(self[$0.upperBound...]) } ?? self
    }
}
