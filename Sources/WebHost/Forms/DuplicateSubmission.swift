package import Ticketing

/// The error for a form with the same contents as another form that the same user sent a few minutes before. The user
/// must confirm that the duplicate is intended.
package struct DuplicateSubmission: Error {
    /// The name of the checkbox that confirms the duplicate.
    package static let field = "again"

    let firstSubmitted: Instant
    let now: Instant

    package var text: String {
        let seconds = max(1, now.seconds - firstSubmitted.seconds)
        let ago = seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
        return "You sent the same form \(ago) ago. Nothing new was created. Tick the box to create another one."
    }

    /// Template values for the checkbox; nil if `faults` does not ask for a confirmation.
    package static func field(_ faults: [FieldFault]) -> TemplateContext? {
        faults.text(of: field).map { FormField(field, "Create another one", .checkbox).context("", fault: $0) }
    }
}
