import Ticketing

/// One thing that a page lets people change, as text: a field of a form.
protocol EditField: Hashable, Sendable {
    associatedtype Subject: Sendable

    /// Its name in the form, and in faults.
    var rawValue: String { get }

    var field: FormField { get }

    /// What stands in the field; empty for what is not there.
    func text(in subject: Subject) -> String

    /// Puts in what was typed, white space around it taken off.
    ///
    /// - Throws: `FieldFault` for what the field can't be.
    func put(_ text: String, into subject: inout Subject) throws(FieldFault)

    /// Whether the same text means something else after others were put in, as a time on the wall does in another zone.
    func isReadAnew(after others: Set<Self>) -> Bool

    /// What is wrong with all of it.
    static func faults(in subject: Subject) -> [FieldFault]
}

extension EditField {
    func isReadAnew(after others: Set<Self>) -> Bool { false }

    /// The fields of a form as `subject` has them.
    ///
    /// - Parameter notes: by field.
    static func facts(
        _ fields: [Self], of subject: Subject, faults: [FieldFault] = [], notes: [String: String] = [:]
    ) throws -> [Facts] {
        try fields.map { field in
            let text = field.text(in: subject)
            return field.field.facts(
                text, fault: faults.text(of: field.rawValue), note: notes[field.rawValue], mark: try Seen.mark(text))
        }
    }
}

extension [FieldFault] {
    /// What is wrong with one field; nil when nothing is.
    func text(of field: String) -> String? {
        let texts = filter { $0.field == field }.map(\.allowed)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
