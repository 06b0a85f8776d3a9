import Management
import Ticketing

/// Why a form was not taken, as its page says it when it shows it again.
struct RefusedForm: Sendable {
    let faults: [FieldFault]
    /// What to say at fields that others have changed meanwhile.
    let notes: [String: String]
    private let isClash: Bool

    /// Nil for trouble, and for what is not theirs.
    init?(_ error: any Error) {
        if let clash = error as? EditClash {
            faults = []
            notes = clash.fields.mapValues { "There is \($0.isEmpty ? "nothing" : "“\($0)”") now." }
            isClash = true
            return
        }
        guard let faults = [FieldFault](refusal: error) else { return nil }
        self.faults = faults
        notes = [:]
        isClash = false
    }

    /// At the top of the page.
    ///
    /// - Parameter outcome: what did not happen: `Nothing is saved yet.`
    func words(_ outcome: String) -> String {
        if isClash {
            return
                "Somebody else has changed this while you were writing. \(outcome) Save again to replace it with yours."
        }
        return "\(outcome) \(faults.text(of: [FieldFault].whole) ?? "Look at what is marked.")"
    }
}
