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

    /// The languages that users can choose.
    public static let offered: [Language] = [.english, .french, .swahili]

    /// The locale for dates.
    public var locale: Locale {
        switch self {
        case .english, .pseudo: Locale(identifier: "en_US")
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
        case .english, .swahili, .luganda, .pseudo: count == 1 ? 0 : 1
        }
    }
}
