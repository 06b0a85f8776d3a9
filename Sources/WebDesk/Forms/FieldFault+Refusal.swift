import Languages
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
        // For this error, the server shows `ConfirmRecipientsPage` instead of the form.
        case ManagementError.tooManyRecipients: return nil
        case ManagementError.wrongConfirmation(let left):
            self = [
                left > 0
                    ? FieldFault("code", DeskFormSentence.wrongCode, ["count": .number(left)])
                    : FieldFault("code", DeskFormSentence.noAttemptsLeft)
            ]
        case ManagementError.noPendingConfirmation:
            self = [FieldFault("code", DeskFormSentence.noPendingCode)]
        case let fault as FieldFault: self = [fault]
        case let same as DuplicateSubmission: self = [FieldFault(DuplicateSubmission.field, same.sentence)]
        case PrintBatchError.unknownSheet(_, let sheets):
            self = [FieldFault("sheets", DeskFormSentence.sheetRange, ["sheets": .number(sheets)])]
        // With the Back button, a user can return to a form that has already created an order, choose another buyer,
        // and send the form a second time.
        case SalesError.requestReused: self = [FieldFault(Self.wholeForm, DeskFormSentence.orderExists)]
        case let error as any ExplainedError where !error.fields.isEmpty: self = error.fields
        case let error as any ExplainedError where [.ruleViolation, .invalidInput, .conflict].contains(error.kind):
            self = [FieldFault(Self.wholeForm, error.sentence)]
        default: return nil
        }
    }
}
