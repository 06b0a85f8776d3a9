import AttendeePack
package import Ticketing

/// A text with arguments in braces, such as `Dear guests, {event_title} begins {start}.` A literal brace is
/// written twice. All other text is literal, so it can add neither HTML nor header fields.
package struct MessageTemplateText: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case argument(MessageArgument)
    }

    private let parts: [Part]

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - part: the part of the template, for errors.
    ///   - allowed: the arguments that the text can contain.
    package init(
        _ text: String, as part: MessageTemplateError.Part, allowing allowed: [MessageArgument]
    ) throws(MessageTemplateError) {
        var parser = Parser(text, part, allowed)
        parts = try parser.parse()
    }

    package var arguments: Set<MessageArgument> {
        Set(parts.compactMap { part in if case .argument(let argument) = part { argument } else { nil } })
    }

    /// The text with values in place of its arguments. An argument without a value becomes an empty text.
    func filled(with values: [MessageArgument: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .argument(let argument): values[argument] ?? ""
            }
        }.joined()
    }

    /// Reads a text by Unicode scalars, so that a brace is recognized even if a combining mark follows it. (The two
    /// scalars are one `Character`, which does not equal a brace.)
    private struct Parser {
        private let part: MessageTemplateError.Part
        private let allowed: [MessageArgument]
        private var rest: Substring.UnicodeScalarView
        private var line = 1
        private var parts: [Part] = []
        private var literal = String.UnicodeScalarView()

        init(_ text: String, _ part: MessageTemplateError.Part, _ allowed: [MessageArgument]) {
            self.part = part
            self.allowed = allowed
            rest = text[...].unicodeScalars
        }

        mutating func parse() throws(MessageTemplateError) -> [Part] {
            while let scalar = rest.popFirst() {
                switch scalar {
                case "{" where rest.first == "{", "}" where rest.first == "}":
                    rest.removeFirst()
                    literal.append(scalar)
                case "{": try readArgument()
                case "}": throw MessageTemplateError(part: part, line: line, fault: .strayClosingBrace)
                default:
                    if scalar == "\n" { line += 1 }
                    literal.append(scalar)
                }
            }
            endLiteral()
            return parts
        }

        private mutating func readArgument() throws(MessageTemplateError) {
            guard let end = rest.firstIndex(where: { $0 == "}" || $0 == "\n" }), rest[end] == "}" else {
                throw MessageTemplateError(part: part, line: line, fault: .unclosedBrace)
            }
            let name = String(rest[..<end])
            guard let argument = allowed.first(where: { $0.rawValue == name }) else {
                throw MessageTemplateError(
                    part: part, line: line, fault: .unknownArgument(name, known: allowed.map(\.rawValue)))
            }
            endLiteral()
            parts.append(.argument(argument))
            rest = rest[rest.index(after: end)...]
        }

        private mutating func endLiteral() {
            if !literal.isEmpty { parts.append(.text(String(literal))) }
            literal = String.UnicodeScalarView()
        }
    }
}

/// A template that was parsed without a fault.
package struct ParsedMessageTemplate: Hashable, Sendable {
    /// The maximum lengths of a subject and of a text, in Unicode scalars.
    package static let longestSubject = 200
    package static let longestBody = 4000

    /// The template that was parsed.
    package let source: MessageTemplate
    /// The parsed subject; nil for a channel without subjects.
    package let subject: MessageTemplateText?
    package let body: MessageTemplateText

    /// - Throws: `MessageTemplateError` for the first fault.
    package init(_ template: MessageTemplate) throws(MessageTemplateError) {
        guard let allowed = template.kind.templateArguments,
            template.kind.templateChannels.contains(template.channel)
        else {
            throw MessageTemplateError.fixed(template.kind)
        }
        source = template
        if template.channel == .email {
            let text = try ParsedMessageTemplate.checked(
                template.subject, .subject, limit: ParsedMessageTemplate.longestSubject)
            guard !text.contains("\n") else {
                throw MessageTemplateError(part: .subject, line: 2, fault: .severalLines)
            }
            subject = try MessageTemplateText(text, as: .subject, allowing: allowed)
        } else {
            subject = nil
        }
        let text = try ParsedMessageTemplate.checked(
            template.body, .body, limit: ParsedMessageTemplate.longestBody)
        body = try MessageTemplateText(text, as: .body, allowing: allowed)
    }

    package var arguments: Set<MessageArgument> { body.arguments.union(subject?.arguments ?? []) }

    /// Checks that the text is neither empty nor too long. Returns the text with each line sanitized
    /// (`String.sanitized`); the number of lines stays the same.
    private static func checked(
        _ text: String, _ part: MessageTemplateError.Part, limit: Int
    ) throws(MessageTemplateError) -> String {
        let length = text.unicodeScalars.count
        guard length <= limit else {
            throw MessageTemplateError(part: part, line: 1, fault: .tooLong(length: length, limit: limit))
        }
        let lines = text.sanitizedLines
        guard lines.contains(where: { !$0.isEmpty }) else {
            throw MessageTemplateError(part: part, line: 1, fault: .empty)
        }
        return lines.joined(separator: "\n")
    }
}
