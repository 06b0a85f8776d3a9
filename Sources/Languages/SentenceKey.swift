import Foundation

/// The sentences about one subject. Each case names a sentence, and its raw value is the English text.
///
/// A text contains the names of its arguments in braces, for example `Welcome to {subEvent}`. A sentence with the
/// argument `count` can have two forms, singular and plural, with `|` between them. A translation has the forms of its
/// own language (`NumberRules.forms`).
public protocol SentenceKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The word with which the name of each sentence begins in translations, for example `gate`.
    static var subject: String { get }

    /// The English text, or its singular and its plural form.
    var forms: [String] { get }
}

extension SentenceKey {
    /// The name of the sentence in translations, for example `gate.welcomeTo`.
    public var name: String { "\(Self.subject).\(self)" }

    public var forms: [String] {
        // Most texts have only one form. They are not split, because that would slow the start of commands.
        rawValue.utf8.contains(UInt8(ascii: "|")) ? rawValue.split(separator: "|").map(String.init) : [rawValue]
    }

    /// Whether the sentence has arguments. This property is much faster than `arguments`.
    var hasArguments: Bool { rawValue.utf8.contains(UInt8(ascii: "{")) }

    /// The names of the arguments.
    public var arguments: Set<String> { Set(forms.flatMap(SentencePattern.arguments)) }
}

/// An enumeration whose raw values consist of the English words that pages show, such as the status of an order. Words
/// can be joined by hyphens or underscores, or begin with capital letters.
public protocol LabelledValue: SentenceKey {}

extension LabelledValue {
    /// The words that pages show.
    public var label: Sentence { Sentence(self) }

    public var forms: [String] {
        [rawValue.spaced.replacing("-", with: " ").replacing("sub event", with: "sub-event")]
    }
}

extension String {
    /// Splits an identifier into words: `editEvent` becomes `edit event`.
    public var spaced: String {
        reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : $1 == "_" ? " " : String($1) }
    }
}

/// The value of an argument.
public enum SentenceArgument: Hashable, Sendable, ExpressibleByStringInterpolation {
    case text(String)
    /// A count, which is shown with the separators of the language. A number that identifies a thing, such as an order
    /// number or a line number, is a `text`.
    case number(Int)
    /// An amount of money, which is shown as the language writes it.
    case amount(Amount)
    /// A day of the Gregorian calendar as the number of days since 1 January 1970, shown as `Sat 5 Dec 2026`.
    case day(Int)
    /// Another sentence, whose text also depends on the language.
    case sentence(Sentence)
    /// The values from which a person can choose: `public, private or celebration`.
    case alternatives([String])

    public init(stringLiteral value: String) { self = .text(value) }

    public func text(in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): language.text(number)
        case .amount(let amount): amount.text(in: language.locale)
        case .day(let number): language.text(ofDay: number)
        case .sentence(let sentence): sentence.text(in: language)
        case .alternatives(let values):
            values.formatted(.list(type: .or, width: .standard).locale(language.locale))
        }
    }
}

extension SentenceArgument {
    /// A sentence of the catalogue as an argument of another sentence.
    public static func sentence(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) -> Self {
        .sentence(Sentence(key, arguments))
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

    /// Replaces the arguments with their values. An argument without a value is not replaced.
    public static func fill(_ pattern: String, _ values: [String: String]) -> String {
        replacing(pattern) { values[$0] }
    }

    /// Replaces each argument with the result of a closure. If the closure returns nil, the argument is not replaced.
    private static func replacing(_ pattern: String, _ value: (_ name: String) -> String?) -> String {
        guard pattern.utf8.contains(UInt8(ascii: "{")) else { return pattern }
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
