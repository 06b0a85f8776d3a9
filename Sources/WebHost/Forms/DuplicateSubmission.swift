package import Languages
package import Ticketing

/// The error if a user sends a second form with the same contents within a few minutes. The user must confirm that the
/// second form is intended.
package struct DuplicateSubmission: Error, SentenceConvertible {
    /// The name of the checkbox that confirms the duplicate.
    package static let field = "again"

    let firstSubmitted: Instant
    let now: Instant

    package var sentence: Sentence {
        let seconds = Int(max(1, now.seconds - firstSubmitted.seconds))
        return seconds < 120
            ? Sentence(PageSentence.sameFormSeconds, ["count": .number(seconds)])
            : Sentence(PageSentence.sameFormMinutes, ["count": .number(seconds / 60)])
    }

    /// Template values for the checkbox; nil if no fault in `faults` asks for the confirmation.
    package static func field(_ faults: [FieldFault]) -> TemplateContext? {
        faults.text(of: field).map {
            FormField(field, Sentence(DeskSentence.createAnother), .checkbox).context("", fault: $0)
        }
    }
}
