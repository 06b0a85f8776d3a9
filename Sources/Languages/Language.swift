public import Foundation

/// A language of the program's texts. The raw values are BCP 47 language tags.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
    case swahili = "sw"
    /// Luganda. No sentence has a translation yet, so all texts are in English.
    case luganda = "lg"
    /// English with accents on letters and brackets around each sentence. Tests use it: a text without brackets does
    /// not come from the catalogue.
    case pseudo = "en-XA"
    /// Like `pseudo`, but written from right to left, for tests of layouts.
    case pseudoRightToLeft = "ar-XB"

    /// The languages that users can choose.
    public static let offered: [Language] = [.english, .french, .swahili]
    /// The languages in which texts can be shown: those that users can choose, and those for tests.
    public static let available = offered + [.pseudo, .pseudoRightToLeft]

    /// The available language with this raw value; nil if no available language has it.
    public init?(code: String) {
        guard let language = Language.available.first(where: { $0.rawValue == code }) else { return nil }
        self = language
    }

    /// The language for a BCP 47 tag, such as French for `fr-CA` (RFC 4647 §3.4); nil if the language is not available.
    public init?(tag: String) {
        let primary = tag.split(separator: "-").first.map { $0.lowercased() } ?? ""
        let language = Language(code: tag) ?? Language.offered.first { $0.rawValue == primary }
        guard let language else { return nil }
        self = language
    }

    /// Whether the language is for tests only.
    public var isPseudo: Bool { self == .pseudo || self == .pseudoRightToLeft }

    public var isRightToLeft: Bool { self == .pseudoRightToLeft }

    /// The name of the language in the language itself.
    public var nativeName: String {
        switch self {
        case .english: "English"
        case .french: "Français"
        case .swahili: "Kiswahili"
        case .luganda: "Luganda"
        case .pseudo: "Pseudo"
        case .pseudoRightToLeft: "Pseudo, right to left"
        }
    }

    /// The locale for dates and amounts.
    public var locale: Locale {
        switch self {
        case .english, .pseudo, .pseudoRightToLeft: Locale(identifier: "en_GB")
        case .french: Locale(identifier: "fr")
        case .swahili: Locale(identifier: "sw")
        case .luganda: Locale(identifier: "lg")
        }
    }
}
