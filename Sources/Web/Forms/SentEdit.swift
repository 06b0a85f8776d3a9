import Management
import Ticketing

/// A form that changes something which others may change, too.
struct SentEdit<Field: EditField>: Sendable {
    private struct Entry: Sendable {
        let field: Field
        let typed: String
        let seen: String?
    }

    private let entries: [Entry]

    /// - Parameter fields: those that the form has.
    /// - Throws: `Problem` 400 for a field that is there twice.
    init(_ form: FormFields, _ fields: [Field]) throws {
        entries = try fields.map { field in
            Entry(
                field: field, typed: try form.typed(field.rawValue) ?? "", seen: try form.one(Seen.name(field.rawValue))
            )
        }
    }

    /// Puts what was changed here into what is there now; what others changed stays.
    ///
    /// - Throws: `EditClash` when both changed a field; `ManagementError.invalid` with every fault.
    func apply(to subject: inout Field.Subject) throws {
        var changed = subject
        var clashes: [String: String] = [:]
        var faults: [FieldFault] = []
        var put: Set<Field> = []
        for entry in entries {
            let current = entry.field.text(in: subject)
            let outcome = try Seen.outcome(typed: entry.typed, current: current, seen: entry.seen)
            let isReadAnew = entry.typed == current && entry.field.isReadAnew(after: put)
            switch isReadAnew ? .put : outcome {
            case .keep: continue
            case .clash: clashes[entry.field.rawValue] = entry.field.field.words(current)
            case .put:
                put.insert(entry.field)
                do throws(FieldFault) {
                    try entry.field.put(entry.typed, into: &changed)
                } catch {
                    faults.append(error)
                }
            }
        }
        guard clashes.isEmpty else { throw EditClash(fields: clashes) }
        // Of those that could not be put in, what is there now is no fault of the form.
        let unread = Set(faults.map(\.field))
        // Nor is what was wrong before, in fields that stay as they are.
        let known = Field.faults(in: subject)
        faults += Field.faults(in: changed).filter { fault in
            !unread.contains(fault.field)
                && (!known.contains(fault) || put.contains { $0.rawValue == fault.field })
        }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        subject = changed
    }

    /// The fields again with what was typed, on what is there now: sent once more, they replace it.
    func facts(
        over subject: Field.Subject, faults: [FieldFault] = [], notes: [String: String] = [:]
    ) throws -> [Facts] {
        try entries.map { entry in
            let current = entry.field.text(in: subject)
            let isOthers =
                try Seen.outcome(typed: entry.typed, current: current, seen: entry.seen) == .keep
            return entry.field.field.facts(
                isOthers ? current : entry.typed, fault: faults.text(of: entry.field.rawValue),
                note: notes[entry.field.rawValue], mark: try Seen.mark(current))
        }
    }
}

extension FormFields {
    /// A field as people mean it: without white space around it, its lines ended as everywhere but in forms.
    ///
    /// - Throws: `Problem` 400 for one that is there twice.
    func typed(_ name: String) throws -> String? {
        try one(name).map { text in
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
