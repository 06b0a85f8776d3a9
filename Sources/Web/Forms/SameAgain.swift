import Ticketing

/// A form with the same in it as one that made something a moment ago: its sender is asked whether they want it again.
struct SameAgain: Error {
    /// The field by which they say so.
    static let field = "again"

    let made: Instant
    let now: Instant

    var text: String {
        let seconds = max(1, now.seconds - made.seconds)
        let ago = seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
        return "You made the same \(ago) ago, and it stands. Nothing new is made. Tick this to make another."
    }

    /// The field; nil where nobody is asked.
    static func field(_ faults: [FieldFault]) -> Facts? {
        faults.text(of: field).map { FormField(field, "Make another like it", .tick).facts("", fault: $0) }
    }
}
