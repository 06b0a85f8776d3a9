/// The sentences about one subject. Each case is the meaning of a sentence, and its raw value is the English text.
///
/// A text contains its arguments in braces: `Welcome to {subEvent}`. A sentence about a number of things has a form for
/// one thing and a form for several things, with `|` between them, and the argument `count`.
public protocol SentenceKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The subject, which begins the names of the sentences in translations: `gate`.
    static var subject: String { get }
}

extension SentenceKey {
    /// The name of the sentence in translations: `gate.welcomeTo`.
    public var name: String { "\(Self.subject).\(self)" }

    /// The English forms: one, or two for a sentence about a number of things.
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

    /// Replaces the arguments. An argument without a value stays as it is.
    public static func fill(_ pattern: String, _ values: [String: SentenceArgument]) -> String {
        replacing(pattern) { values[$0]?.string }
    }

    /// Replaces each argument with the result of a closure. An argument for which the closure returns nil stays as it is.
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
