import Management
import Ticketing
import WebHost

/// The reasons why a form was refused, for the page that shows the form again.
struct RejectedForm: Sendable {
    let faults: [FieldFault]
    /// Notes for the fields that another user changed while this user edited the form, by field name.
    let notes: [String: String]
    private let isConflict: Bool

    /// Converts the error that an action threw. Nil if no input in the form caused the error.
    init?(_ error: any Error) {
        if let clash = error as? EditConflict {
            faults = []
            notes = clash.fields.mapValues { "Current value: \($0.isEmpty ? "empty" : "“\($0)”")." }
            isConflict = true
            return
        }
        guard let faults = [FieldFault](refusal: error) else { return nil }
        self.faults = faults
        notes = [:]
        isConflict = false
    }

    /// The error message at the top of the page.
    ///
    /// - Parameter outcome: The sentence that says what was not done, such as `Nothing was saved.`
    func message(_ outcome: String) -> String {
        if isConflict {
            return
                "Somebody else changed these values while you were editing. \(outcome) Save again to use your values."
        }
        return "\(outcome) \(faults.text(of: [FieldFault].wholeForm) ?? "Correct the marked fields.")"
    }
}
