/// The sentences about one subject. Each case names a sentence, and its raw value is the English text.
///
/// A text contains the names of its arguments in braces, for example `Welcome to {subEvent}`. A sentence with the
/// argument `count` can have two forms, singular and plural, with `|` between them.
public protocol SentenceKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The word with which the name of each sentence begins in translations, for example `gate`.
    static var subject: String { get }
}

extension SentenceKey {
    /// The name of the sentence in translations, for example `gate.welcomeTo`.
    public var name: String { "\(Self.subject).\(self)" }

    /// The English text, or its singular and its plural form.
    public var forms: [String] { rawValue.split(separator: "|").map(String.init) }

    /// The names of the arguments.
    public var arguments: Set<String> { Set(forms.flatMap(SentencePattern.arguments)) }
}

/// The value of an argument.
public enum SentenceArgument: Sendable, ExpressibleByStringInterpolation {
    case text(String)
    case number(Int)

    public init(stringLiteral value: String) { self = .text(value) }

    var string: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        }
    }
}

/// A text with arguments in braces.
public enum SentencePattern {
    /// The names of the arguments, in the order of the text.
    static func arguments(_ pattern: String) -> [String] {
        var names: [String] = []
        _ = replacing(pattern) {
            names.append($0)
            return nil
        }
        return names
    }

    /// Replaces the arguments by their values. An argument without a value is not replaced.
    public static func fill(_ pattern: String, _ values: [String: SentenceArgument]) -> String {
        replacing(pattern) { values[$0]?.string }
    }

    /// Replaces each argument with the result of a closure. If the closure returns nil, the argument is not replaced.
    private static func replacing(_ pattern: String, _ value: (_ name: String) -> String?) -> String {
        // A gate fills patterns for every scan, so this loop avoids regular expressions, which are slow.
        var filled = ""
        var rest = pattern[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            filled += rest[..<start]
            filled += value(String(rest[rest.index(after: start)..<end])) ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}
