/// A text with fields in braces, such as `{holder}, {type}`. Braces themselves are written twice.
public struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case field(TicketField)
    }

    let parts: [Part]

    /// - Throws: `TemplateFault` naming the field that is not known.
    public init(_ text: String) throws(TemplateFault) {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let first = rest.first {
            rest.removeFirst()
            if first == "{" || first == "}", rest.first == first {
                rest.removeFirst()
                literal.append(first)
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw .unclosed }
                let name = String(rest[..<end])
                guard let field = TicketField(rawValue: name) else {
                    throw name == "note" ? .note : .unknownField(name)
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.field(field))
                rest = rest[rest.index(after: end)...]
            } else if first == "}" {
                throw .unopened
            } else {
                literal.append(first)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// Several fields, with commas between them.
    init(list fields: [TicketField]) {
        parts = fields.enumerated().flatMap { index, field in
            index == 0 ? [.field(field)] : [.text(", "), .field(field)]
        }
    }

    var fields: [TicketField] {
        parts.compactMap { part in if case .field(let field) = part { field } else { nil } }
    }

    /// What remarks call it: its fields, or else its text.
    var name: String {
        let names = fields.map(\.rawValue)
        return names.isEmpty ? "“\(text { _ in nil })”" : names.joined(separator: ", ")
    }

    /// Whether it is a time and nothing beside it.
    var isTime: Bool { !fields.isEmpty && fields.allSatisfy(\.isTime) }

    /// Whether it is the names at a table and nothing beside them, which are drawn as a list.
    var isListOfNames: Bool { parts == [.field(.names)] }

    /// The first of its fields that the paper does not know.
    func foreignField(on paper: PaperKind) -> TicketField? {
        for case .field(let field) in parts where !field.papers.contains(paper) { return field }
        return nil
    }

    /// Whether it says the same on every ticket of an event.
    var isFixed: Bool {
        parts.allSatisfy { part in
            switch part {
            case .text: true
            case .field(let field): field.isOfEvent
            }
        }
    }

    /// The text for one ticket. What stands beside an empty field goes with it: `{venue}, {city}` has no comma where there
    /// is no city, and no label stays without what it labels. Between two fields that are there, one thing stays.
    func text(_ value: (TicketField) -> String?) -> String {
        if case .field(let field)? = parts.first, parts.count == 1 { return Template.plain(value(field) ?? "") }
        guard parts.contains(where: { if case .field = $0 { true } else { false } }) else {
            return parts.reduce("") { if case .text(let literal) = $1 { $0 + literal } else { $0 } }
        }
        var text = ""
        // What stands before the next field, unless it stands beside an empty one.
        var before = ""
        var (hasField, isAfterEmpty) = (false, false)
        for part in parts {
            switch part {
            case .text(let literal): if !isAfterEmpty { before = literal }
            case .field(let field):
                let value = Template.plain(value(field) ?? "")
                isAfterEmpty = value.isEmpty
                if value.isEmpty {
                    if !hasField { before = "" }
                    continue
                }
                // Isolated (UAX #9): a name from right to left does not turn the words around it.
                text += before + "\u{2068}\(value)\u{2069}"
                (before, hasField) = ("", true)
            }
        }
        return hasField && !isAfterEmpty ? text + before : text
    }

    /// Without what is no letter: line ends become spaces; other control characters and those that turn the direction of
    /// what follows are left out.
    static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnprintable($0) }) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": plain.append(" ")
            case _ where isUnprintable(scalar): break
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}",
            "\u{FFF9}"..."\u{FFFB}":
            true
        default: false
        }
    }
}

/// What is wrong with a template.
public enum TemplateFault: Error, Hashable, Sendable, CustomStringConvertible {
    case unclosed
    case unopened
    case unknownField(String)
    /// The note about a ticket's holder is for gate staff alone.
    case note

    public var description: String {
        switch self {
        case .unclosed: "a { is not closed: write {{ for a brace that is meant as one"
        case .unopened: "a } closes nothing: write }} for a brace that is meant as one"
        case .note: "{note} is for gate staff and is printed on no ticket; take it out"
        case .unknownField(let name):
            "there is no field {\(name)}; there are \(TicketField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))"
        }
    }
}
