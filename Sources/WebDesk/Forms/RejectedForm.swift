import Languages
import Management
import Ticketing
import WebHost

/// The faults of a form, for the page that shows the form again.
struct RejectedForm: Sendable {
    let faults: [FieldFault]
    /// Notes for the fields that another user changed while this user edited the form, by field name.
    let notes: [String: Sentence]
    private let isConflict: Bool

    /// Converts the error that an action threw. Nil if no input caused it.
    init?(_ error: any Error) {
        if let clash = error as? EditConflict {
            faults = []
            notes = clash.fields.mapValues { RejectedForm.currentValue($0) }
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
    func message(_ outcome: Sentence) -> Sentence {
        if isConflict { return Sentence(DeskFormSentence.editConflict, ["outcome": .sentence(outcome)]) }
        return faults.message(outcome)
    }

    /// The note at a field that another user changed.
    ///
    /// - Parameters:
    ///   - value: The current value of the field.
    ///   - change: The user who set the value, and the time at which it was set; nil if they are unknown.
    static func currentValue(_ value: Sentence, setBy change: (user: Sentence, time: String)? = nil) -> Sentence {
        let shown =
            value.english.isEmpty
            ? Sentence(DeskFormSentence.empty) : Sentence(DeskFormSentence.quoted, ["value": .sentence(value)])
        guard let change else { return Sentence(DeskFormSentence.currentValue, ["value": .sentence(shown)]) }
        return Sentence(
            DeskFormSentence.currentValueSetBy,
            ["value": .sentence(shown), "user": .sentence(change.user), "time": .text(change.time)])
    }
}
