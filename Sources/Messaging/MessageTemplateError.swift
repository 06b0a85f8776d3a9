package import Languages
package import Presentation
package import Ticketing

/// A fault in a template that an organizer has written.
package struct MessageTemplateError: ExplainedError, Hashable {
    /// The part of the template. The raw values are the names of the fields in the form for templates.
    package enum Part: String, Hashable, Sendable {
        case subject, body
    }

    package enum Fault: Hashable, Sendable {
        case unclosedBrace
        case strayClosingBrace
        case unknownArgument(String, known: [String])
        case empty
        case tooLong(length: Int, limit: Int)
        case severalLines
        /// A template for an SMS has a subject.
        case subjectOfSMS
        /// Organizers cannot change messages of this kind.
        case fixedKind(Notice.Kind)
        case emailOnly(Notice.Kind)
    }

    package let part: Part
    /// The line of the fault in the part of the template, counted from 1.
    package let line: Int
    package let fault: Fault

    enum Text: String, SentenceKey {
        static let subject = "messageTemplateError"

        case inLine = "line {line}: {fault}"
        case unclosedBrace = "unclosed {brace}: write {braces} for a literal brace"
        case strayClosingBrace = "unmatched {brace}: write {braces} for a literal brace"
        case unknownArgument = "unknown argument {argument}; the arguments are {arguments}"
        case empty = "the text is empty"
        case tooLong = "{length} characters are too many; {limit} are allowed"
        case severalLines = "a subject has only one line"
        case subjectOfSMS = "an SMS has no subject"
        case fixedKind = "the text of messages of the kind “{kind}” cannot be changed"
        case emailOnly = "messages of the kind “{kind}” are sent by e-mail only"
    }

    private var text: Sentence {
        switch fault {
        case .unclosedBrace: Sentence(Text.unclosedBrace, ["brace": "{", "braces": "{{"])
        case .strayClosingBrace: Sentence(Text.strayClosingBrace, ["brace": "}", "braces": "}}"])
        case .unknownArgument(let name, let known):
            Sentence(
                Text.unknownArgument,
                ["argument": "{\(name)}", "arguments": .text(known.map { "{\($0)}" }.joined(separator: " "))])
        case .empty: Sentence(Text.empty)
        case .tooLong(let length, let limit):
            Sentence(Text.tooLong, ["length": .number(length), "limit": .number(limit)])
        case .severalLines: Sentence(Text.severalLines)
        case .subjectOfSMS: Sentence(Text.subjectOfSMS)
        case .fixedKind(let kind): Sentence(Text.fixedKind, ["kind": .sentence(kind.label)])
        case .emailOnly(let kind): Sentence(Text.emailOnly, ["kind": .sentence(kind.label)])
        }
    }

    /// The fault, with its line.
    package var sentence: Sentence { Sentence(Text.inLine, ["line": "\(line)", "fault": .sentence(text)]) }

    package var fields: [FieldFault] { [FieldFault(part.rawValue, sentence)] }
    package var kind: ErrorKind { .invalidInput }
    package var subject: ErrorSubject { .notice }
}
