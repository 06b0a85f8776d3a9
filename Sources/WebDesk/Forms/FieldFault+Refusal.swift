import Management
import Presentation
import Ticketing
import WebHost

extension [FieldFault] {
    /// The field name in faults that concern the whole form instead of one field.
    static var wholeForm: String { "" }

    /// Converts an error to faults of the fields that caused the error; nil if no input in the form caused the error.
    init?(refusal error: any Error) {
        switch error {
        case ManagementError.wrongConfirmation(let left):
            self = [
                FieldFault(
                    "code",
                    left > 0
                        ? "the code from the message list; \(left) \(left == 1 ? "attempt" : "attempts") left"
                        : "a new code, because this code has no attempts left; create a code above")
            ]
        case ManagementError.noPendingConfirmation:
            self = [FieldFault("code", "the code from the message list; first create a code above")]
        case let fault as FieldFault: self = [fault]
        case let same as DuplicateSubmission: self = [FieldFault(DuplicateSubmission.field, same.text())]
        case PrintBatchError.unknownSheet(_, let sheets): self = [FieldFault("sheets", "sheets from 1 to \(sheets)")]
        // With the Back button, a user can return to a form that has already created an order, and send the form again
        // with another buyer.
        case SalesError.requestReused:
            self = [
                FieldFault(
                    Self.wholeForm,
                    "This form has already created an order. Press the button again to create another order.")
            ]
        case let error as any ExplainedError where !error.fields.isEmpty: self = error.fields
        case let error as any ExplainedError where [.ruleViolation, .invalidInput, .conflict].contains(error.kind):
            self = [FieldFault(Self.wholeForm, error.description)]
        default: return nil
        }
    }
}
