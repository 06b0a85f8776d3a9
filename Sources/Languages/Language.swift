public import Foundation

/// A language in which the program speaks. The raw values are codes of BCP 47.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
    case swahili = "sw"
    /// Nobody who speaks the language has translated the sentences yet, so all of them are in English.
    case luganda = "lg"
    /// English with marks on each letter and brackets around each sentence, for tests: a text without brackets does not
    /// come from the catalogue.
    case pseudo = "en-XA"
    /// The same, but written from right to left, for tests of layouts.
    case pseudoRightToLeft = "ar-XB"

    /// The languages that users can choose.
    public static let offered: [Language] = [.english, .french, .swahili]
    /// The languages in which texts can be shown: those that users can choose, and those for tests.
    public static let available = offered + [.pseudo, .pseudoRightToLeft]

    /// The available language with a code; nil for any other text.
    public init?(code: String) {
        guard let language = Language.available.first(where: { $0.rawValue == code }) else { return nil }
        self = language
    }

    /// The language for a tag of BCP 47, such as French for `fr-CA` (RFC 4647 §3.4); nil if it is not available.
    public init?(tag: String) {
        let primary = tag.split(separator: "-").first.map { $0.lowercased() } ?? ""
        let language = Language(code: tag) ?? Language.offered.first { $0.rawValue == primary }
        guard let language else { return nil }
        self = language
    }

    /// Whether the language is for tests only.
    public var isPseudo: Bool { self == .pseudo || self == .pseudoRightToLeft }

    public var isRightToLeft: Bool { self == .pseudoRightToLeft }

    /// The language’s own name for itself.
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

    /// The index of the form of a sentence about a number of things: 0 for one thing, 1 for several. In French, the form
    /// for none is the one for one thing (Unicode CLDR, plural rules).
    func form(for count: Int) -> Int {
        switch self {
        case .french: count == 0 || count == 1 ? 0 : 1
        case .english, .swahili, .luganda, .pseudo, .pseudoRightToLeft: count == 1 ? 0 : 1
        }
    }
}
