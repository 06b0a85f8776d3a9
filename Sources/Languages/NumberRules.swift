/// The grammatical categories of counts (Unicode CLDR, plural rules).
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// How a language writes whole numbers, and which plural form a sentence with a count has.
///
/// The tests compare these rules with the data of Unicode CLDR (`Tests/LanguagesTests/number-rules.py`).
struct NumberRules: Sendable {
    /// The categories for which a translation has a plural form, in the order of the forms in the PO file
    /// (`TranslationFile`). The last category is `other`. The header `Plural-Forms` of the PO file selects the same
    /// forms.
    let forms: [PluralCategory]
    /// The text between groups of three digits.
    let separator: String
    let category: @Sendable (_ count: UInt) -> PluralCategory

    /// The index of the form for a count. If the count’s category has no form, the form `other` is used.
    func form(for count: Int) -> Int {
        let category = category(count.magnitude)
        return forms.firstIndex(of: category) ?? forms.count - 1
    }

    /// The digits of a number, in groups of three from the right. `Int.formatted` is not used here, because it makes
    /// commands start more slowly.
    func text(of number: Int) -> String {
        guard number.magnitude >= 1000 else { return "\(number)" }
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text += separator }
            text.append(digit)
        }
        return text
    }
}

extension NumberRules {
    /// `plural=(n != 1)`
    static let english = NumberRules(forms: [.one, .other], separator: ",") { $0 == 1 ? .one : .other }

    /// `plural=(n > 1)`. CLDR also has the category `many`, for exact multiples of a million (“1 000 000 de billets”).
    /// Translations have no form for it, so a sentence with such a count lacks the word “de”. Few sentences can have
    /// such a count, for example one about the capacity of an event.
    static let french = NumberRules(forms: [.one, .other], separator: "\u{202F}") { count in
        switch count {
        case 0, 1: .one
        case _ where count.isMultiple(of: 1_000_000): .many
        default: .other
        }
    }
}

extension Language {
    var numberRules: NumberRules {
        switch self {
        case .french: .french
        // The rules of Swahili and Luganda are the same as those of English.
        case .english, .swahili, .luganda, .pseudo, .pseudoRightToLeft: .english
        }
    }

    /// A count as text in this language, such as `12,500` in English and `12 500` in French (with a narrow no-break
    /// space). Do not use this method for a number that identifies a thing, such as an order number: such numbers have
    /// no separators.
    public func text(_ number: Int) -> String { numberRules.text(of: number) }
}
