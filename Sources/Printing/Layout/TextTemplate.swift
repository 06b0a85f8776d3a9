import Drawing
public import Languages

/// A text with fields in braces, such as `{holder}, {type}`. To print a brace, write it twice.
public struct TextTemplate: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case field(TicketField)
    }

    let parts: [Part]

    /// Parses a template.
    ///
    /// - Throws: `TextTemplateError`, for example for an unknown field.
    public init(_ text: String) throws(TextTemplateError) {
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
                throw .strayClosingBrace
            } else {
                literal.append(first)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// Creates a template of several fields separated by commas.
    init(list fields: [TicketField]) {
        parts = fields.enumerated().flatMap { index, field in
            index == 0 ? [.field(field)] : [.text(", "), .field(field)]
        }
    }

    var fields: [TicketField] {
        parts.compactMap { part in if case .field(let field) = part { field } else { nil } }
    }

    /// The name of the template in warnings: the names of its fields, or its text if it has no fields.
    var name: String {
        let names = fields.map(\.rawValue)
        return names.isEmpty ? "“\(text { _ in nil })”" : names.joined(separator: ", ")
    }

    var isTime: Bool { !fields.isEmpty && fields.allSatisfy(\.isTime) }

    /// Whether the template is only the field `{names}`. If so, the names of the guests at a table are rendered as a
    /// list.
    var isListOfNames: Bool { parts == [.field(.names)] }

    /// The first field that does not exist on this kind of item, such as the holder on a place card.
    func unsupportedField(on paper: PaperKind) -> TicketField? {
        for case .field(let field) in parts where !field.papers.contains(paper) { return field }
        return nil
    }

    /// Whether the text is the same on every ticket or card of an event.
    var isFixed: Bool {
        parts.allSatisfy { part in
            switch part {
            case .text: true
            case .field(let field): field.isPerEvent
            }
        }
    }

    /// The text for one ticket or card. If a field is empty, the literal text next to the field is left out. For
    /// example, `{venue}, {city}` is printed without the comma if the city is empty, and `Meal: {meal}` is not printed
    /// if the meal is empty. Between two other fields, an empty field removes only one of the two texts around it, so
    /// that the other fields stay separated.
    ///
    /// - Parameter direction: The direction in which several fields follow one another. A single field is printed in
    ///   the direction in which the script of its first letter is written. Neighbouring fields of the event's place
    ///   (venue, address, city) count as a single field.
    func text(in direction: WritingDirection = .leftToRight, _ value: (TicketField) -> String?) -> String {
        if case .field(let field)? = parts.first, parts.count == 1 {
            return TextTemplate.printable(value(field), of: field)
        }
        guard parts.contains(where: { if case .field = $0 { true } else { false } }) else {
            return parts.reduce("") { if case .text(let literal) = $1 { $0 + literal } else { $0 } }
        }
        var text = ""
        // The literal text to print before the next value.
        var before = ""
        var (hasField, isAfterEmpty, endsWithPlace) = (false, false, false)
        for part in parts {
            switch part {
            case .text(let literal): if !isAfterEmpty { before = literal }
            case .field(let field):
                let value = TextTemplate.printable(value(field), of: field)
                isAfterEmpty = value.isEmpty
                if value.isEmpty {
                    if !hasField { before = "" }
                    continue
                }
                // Each value is enclosed in directional isolates (UAX #9). Otherwise, a right-to-left name could change
                // the order of the text around it. Neighbouring fields of the event's place (venue, address, city)
                // share one isolate, as on pages.
                if endsWithPlace, field.isPlace {
                    text.unicodeScalars.removeLast()
                    text += before + "\(value)\u{2069}"
                } else {
                    text += before + "\u{2068}\(value)\u{2069}"
                }
                (before, hasField, endsWithPlace) = ("", true, field.isPlace)
            }
        }
        if hasField, !isAfterEmpty { text += before }
        guard !text.isEmpty else { return "" }
        // The whole text is enclosed in an isolate with the direction of the page (UAX #9, LRI or RLI).
        return "\(direction == .leftToRight ? "\u{2066}" : "\u{2067}")\(text)\u{2069}"
    }

    /// Prepares the value of a field for printing. Removes control characters and, unless the value is a sentence of
    /// the program, directional formatting characters.
    private static func printable(_ value: String?, of field: TicketField) -> String {
        field.isSentence ? withoutControls(value ?? "") : plain(value ?? "")
    }

    /// Prepares a text that people have entered, such as a name, for use within a sentence. Removes control characters,
    /// and encloses the text in a directional isolate (UAX #9, FSI and PDI), so that the text cannot change the order
    /// of the words around it.
    package static func isolated(_ text: String) -> String { "\u{2068}\(plain(text))\u{2069}" }

    /// Replaces tabs and line breaks with spaces. Removes other control characters and directional formatting
    /// characters.
    static func plain(_ text: String) -> String { without(text) { isControl($0) || isDirectional($0) } }

    /// Replaces tabs and line breaks with spaces. Removes other control characters, but keeps the directional
    /// formatting characters of a sentence.
    private static func withoutControls(_ text: String) -> String { without(text, isControl) }

    private static func without(_ text: String, _ isUnprintable: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
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

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFB}":
            true
        default: false
        }
    }

    private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }
}

/// A syntax error in a template.
public enum TextTemplateError: Error, Hashable, Sendable, SentenceConvertible {
    case unclosed
    case strayClosingBrace
    case unknownField(String)
    /// The template contains `{note}`, but only gate staff are allowed to see notes.
    case note

    enum Text: String, SentenceKey {
        static let subject = "textTemplateError"

        case unclosed = "unclosed {brace}: write {braces} for a literal brace"
        case unmatched = "unmatched {brace}: write {braces} for a literal brace"
        case note = "{field} is for gate staff and cannot be printed on tickets; remove it"
        case unknownField = "unknown field {field}; the fields are {fields}"
    }

    public var sentence: Sentence {
        switch self {
        case .unclosed: Sentence(Text.unclosed, ["brace": "{", "braces": "{{"])
        case .strayClosingBrace: Sentence(Text.unmatched, ["brace": "}", "braces": "}}"])
        case .note: Sentence(Text.note, ["field": "{note}"])
        case .unknownField(let name):
            Sentence(
                Text.unknownField,
                [
                    "field": "{\(name)}",
                    "fields": .text(TicketField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")),
                ])
        }
    }
}
