package import Languages
import Management
package import Ticketing

/// A submitted form that edits a subject, such as a guest. Other users can edit the same subject at the same time.
package struct FormEdit<Field: EditField>: Sendable {
    private struct Entry: Sendable {
        let field: Field
        /// Nil if the form did not send the field, because its input was disabled.
        let typed: String?
        /// The hash of the value that was stored when the form was opened.
        let seen: String?
    }

    private let entries: [Entry]

    /// Reads the typed values from a form.
    ///
    /// - Parameter fields: The fields to read.
    /// - Throws: `Problem` 400 if a field occurs twice.
    package init(_ form: FormFields, _ fields: [Field]) throws {
        entries = try fields.map { field in
            let (typed, seen) = (try form.typed(field.rawValue), try form.value(FieldMerge.name(field.rawValue)))
            // For a disabled input, a browser sends only the hash, which is in a hidden input. A checkbox that is not
            // ticked is missing in the same way, although it is not disabled.
            let isDisabled = typed == nil && seen != nil && !field.field.isCheckbox
            return Entry(field: field, typed: isDisabled ? nil : typed ?? "", seen: seen)
        }
    }

    /// Applies this form’s changes to the subject, and keeps the changes that other users have made since the form was
    /// opened.
    ///
    /// - Throws: `EditConflict` if another user has changed a field that this form also changes, or a field of a group
    ///   in which this form changes a field; `ManagementError.invalid` with all faults, if the form has faults. After
    ///   an error, the subject is unchanged.
    package func apply(to subject: inout Field.Subject) throws {
        var changed = subject
        var clashes: [String: Sentence] = [:]
        var faults: [FieldFault] = []
        var changedFields: Set<Field> = []
        let otherGroups = try groupsChangedByOthers(in: subject)
        for entry in entries {
            guard let typed = entry.typed else { continue }
            let current = entry.field.text(in: subject)
            let outcome = try FieldMerge.outcome(typed: typed, current: current, seen: entry.seen)
            let isReadAnew = typed == current && entry.field.needsReparsing(after: changedFields)
            switch isReadAnew ? .change : outcome {
            case .keep: continue
            case .change where entry.field.group.map { otherGroups.contains($0) } ?? false, .conflict:
                clashes[entry.field.rawValue] = entry.field.field.displayText(current)
            case .change:
                changedFields.insert(entry.field)
                do throws(FieldFault) {
                    try entry.field.set(typed, into: &changed)
                } catch {
                    faults.append(error)
                }
            }
        }
        guard clashes.isEmpty else { throw EditConflict(fields: clashes) }
        // If the typed text of a field is invalid, `changed` has the field’s old value. The faults of that old value
        // are left out, because the form did not cause them.
        let unread = Set(faults.map(\.field))
        // A field that the form does not change can have a fault from an earlier time. Such faults are left out, too.
        let known = Field.faults(in: subject)
        faults += Field.faults(in: changed).filter { fault in
            !unread.contains(fault.field)
                && (!known.contains(fault) || changedFields.contains { $0.rawValue == fault.field })
        }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        subject = changed
    }

    /// The groups in which another user has changed a field since the form was opened.
    private func groupsChangedByOthers(in subject: Field.Subject) throws -> Set<String> {
        Set(
            try entries.compactMap { entry -> String? in
                guard let group = entry.field.group, let typed = entry.typed else { return nil }
                let current = entry.field.text(in: subject)
                return try typed != current && FieldMerge.fingerprint(current) != entry.seen ? group : nil
            })
    }

    /// Template values for the fields of the refused form, with the values that the user typed. A field that only
    /// another user has changed shows the stored value, with a note. If the user sends the form again, the typed values
    /// replace the stored values, even after a conflict. The page shows the typed value of a locked field, but does not
    /// send it again.
    ///
    /// - Parameters:
    ///   - notes: The notes that the form shows next to fields, by field name.
    ///   - locked: The names of the fields that cannot be changed. Their notes say why.
    package func context(
        over subject: Field.Subject, faults: [FieldFault] = [], notes: [String: Sentence] = [:],
        locked: Set<String> = []
    ) throws -> [TemplateContext] {
        try entries.map { entry in
            let current = entry.field.text(in: subject)
            let typed = entry.typed ?? current
            let isKept = try FieldMerge.outcome(typed: typed, current: current, seen: entry.seen) == .keep
            let isChangedByOthers = isKept && typed != current
            return entry.field.field.context(
                isKept ? current : typed, fault: faults.text(of: entry.field.rawValue),
                note: notes[entry.field.rawValue]
                    ?? (isChangedByOthers ? Sentence(DeskFormSentence.changedByOthers) : nil),
                mark: try FieldMerge.fingerprint(current), isLocked: locked.contains(entry.field.rawValue))
        }
    }
}

extension FormFields {
    /// The value of a field without surrounding white space, and with line feeds instead of CRLF; nil if the field is
    /// missing.
    ///
    /// - Throws: `Problem` 400 if the field occurs twice.
    package func typed(_ name: String) throws -> String? {
        try value(name).map { text in
            text.replacing("\r\n", with: "\n").trimmingPrefix(while: \.isWhitespace).description.trimmedEnd
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
