package import Languages
package import Ticketing

/// A form field that shows and changes one property of a subject. The subject is the thing that the form edits. For
/// example, the subject is a guest, and the property is the guest’s name.
package protocol EditField: Hashable, Sendable {
    associatedtype Subject: Sendable

    /// The name of the field in the form and in faults.
    var rawValue: String { get }

    var field: FormField { get }

    /// The text of the property; empty if the property has no value.
    func text(in subject: Subject) -> String

    /// Sets the property to the value that the user typed.
    ///
    /// - Parameter text: The typed text without surrounding white space.
    ///
    /// - Throws: `FieldFault` if the text is not valid for the field.
    func set(_ text: String, into subject: inout Subject) throws(FieldFault)

    /// Whether this field must be parsed again after the user has changed the fields in `others`, even if the text of
    /// this field is unchanged. For example, a change of the time zone changes the meaning of a local time.
    func needsReparsing(after others: Set<Self>) -> Bool

    /// The name of a group of fields whose values belong together, such as the fields of a list of people. Nil for a
    /// field that belongs to no group. If two users change fields of the same group, their changes conflict, even if
    /// the fields are different.
    var group: String? { get }

    static func faults(in subject: Subject) -> [FieldFault]
}

extension EditField {
    package func needsReparsing(after others: Set<Self>) -> Bool { false }
    package var group: String? { nil }

    /// Template values for fields that show the values of a subject.
    ///
    /// - Parameters:
    ///   - notes: The notes that the form shows next to fields, by field name. A note is not a fault.
    ///   - locked: The names of the fields that cannot be changed. Their notes say why.
    package static func context(
        _ fields: [Self], of subject: Subject, faults: [FieldFault] = [], notes: [String: Sentence] = [:],
        locked: Set<String> = []
    ) throws -> [TemplateContext] {
        try fields.map { field in
            let text = field.text(in: subject)
            return field.field.context(
                text, fault: faults.text(of: field.rawValue), note: notes[field.rawValue],
                mark: try FieldMerge.fingerprint(text), isLocked: locked.contains(field.rawValue))
        }
    }
}

extension [FieldFault] {
    /// The faults of one field in words; nil if the field has no fault.
    package func text(of field: String) -> Sentence? {
        let texts = filter { $0.field == field }.map(\.allowed)
        return texts.isEmpty ? nil : .list(texts, separator: "; ")
    }
}
