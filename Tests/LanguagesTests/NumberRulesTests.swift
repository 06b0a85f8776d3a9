import EventFixture
import Foundation
import Testing

@testable import Languages

/// Compares the rules for numbers with `number-rules.txt`. The script `number-rules.py` has made this file from the
/// data of Unicode CLDR and from the headers of the PO files.
@Suite("Numbers and plural forms")
struct NumberRulesTests {
    /// A line of the file: a count, with its plural category and its formatted text from Unicode CLDR. `form` is the
    /// index of the plural form that the PO file’s header selects for the count.
    private struct Reference {
        let count: Int
        let category: String
        let form: Int
        let text: String
    }

    private static let languages: [Language] = [.english, .french, .swahili, .luganda]
    private static let lines = Result {
        try Project.text(of: "Tests/LanguagesTests/number-rules.txt").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
    }

    private static func references(_ language: Language) throws -> [Reference] {
        try lines.get().filter { $0[0] == language.rawValue }.map { fields in
            try #require(fields.count == 5)
            return Reference(
                count: try #require(Int(fields[1])), category: fields[2], form: try #require(Int(fields[3])),
                text: fields[4])
        }
    }

    @Test("Each language has the plural categories and the number format of Unicode CLDR", arguments: languages)
    func categories(language: Language) throws {
        let references = try Self.references(language)
        #expect(references.count > 200 && references.contains { $0.count == 1_000_000 })
        let locale = IntegerFormatStyle<Int>(locale: language.locale)
        for reference in references {
            let count = reference.count
            #expect(language.numberRules.category(count.magnitude).rawValue == reference.category, "\(count)")
            #expect(language.text(count) == reference.text)
            #expect(language.text(count) == count.formatted(locale))
            #expect(language.text(-count) == (-count).formatted(locale))
        }
    }

    @Test("Each count gets the plural form that the header of the language’s PO file selects", arguments: languages)
    func forms(language: Language) throws {
        let header = try #require(try Self.lines.get().first { $0[0] == "header" && $0[1] == language.rawValue })[2]
        let forms = language.numberRules.forms
        #expect(header.hasPrefix("nplurals=\(forms.count); ") && forms.last == .other)
        if let file = Catalogue.file(of: language) { #expect(file.contains("\"Plural-Forms: \(header)\\n\"\n")) }
        for reference in try Self.references(language) {
            #expect(language.numberRules.form(for: reference.count) == reference.form, "\(reference.count)")
        }
    }

    @Test("In French, a million has the category “many”; translations have no such form, so they use the form “other”")
    func frenchMillion() {
        let rules = Language.french.numberRules
        #expect(rules.category(1_000_000) == .many && rules.category(1_000_001) == .other)
        #expect(!rules.forms.contains(.many) && rules.forms[rules.form(for: 1_000_000)] == .other)
    }

    @Test("Number rules can describe a language with six plural forms, such as Arabic")
    func sixForms() {
        let arabic = NumberRules(forms: PluralCategory.allCases, separator: "٬") { count in
            switch count {
            case 0: .zero
            case 1: .one
            case 2: .two
            case _ where (3...10).contains(count % 100): .few
            case _ where (11...99).contains(count % 100): .many
            default: .other
            }
        }
        let forms = [0, 1, 2, 3, 110, 11, 99, 100, 102, 1_000].map { arabic.form(for: $0) }
        #expect(forms == [0, 1, 2, 3, 3, 4, 4, 5, 5, 5])
    }

    @Test("A number in a sentence is shown with separators; digits that are given as text stay unchanged")
    func separators() {
        func text(_ value: SentenceArgument, _ language: Language) -> String {
            language.text(GatePageSentence.here, ["number": value])
        }
        #expect(text(.number(12_500), .english) == "at this gate: 12,500")
        #expect(text("12500", .english) == "at this gate: 12500")
        #expect(text(.number(12_500), .french).contains("12\u{202F}500") && text(.number(999), .french).contains("999"))
        #expect(Language.english.text(-1_234_567) == "-1,234,567")
        #expect(Language.english.text(Int.min).hasPrefix("-9,223,372,"))
    }

    @Test("Amounts and dates in a sentence are formatted for the language of the sentence")
    func amountsAndDays() {
        let amount = SentenceArgument.amount(Amount(50_000, currency: "UGX", decimals: 0))
        #expect(amount.text(in: .english) == "UGX\u{A0}50,000")
        #expect(amount.text(in: .french) == "50\u{202F}000\u{A0}UGX")
        let sentence = Sentence(TicketSentence.dateAndTime, ["date": .day(20_792), "time": "18:00"])
        #expect(sentence.english == "Sat 5 Dec 2026, 18:00" && sentence.text(in: .french).contains("5 déc. 2026"))
    }

    @Test("A script gets each plural form of a text with its Unicode CLDR category, such as “one” or “other”")
    func scripts() {
        let forms = Language.english.patternsByCategory(of: GatePageSentence.waiting)
        #expect(forms.map(\.category) == ["one", "other"] && forms[1].pattern == "{count} scans are not decided.")
        #expect(Language.french.patternsByCategory(of: GatePageSentence.undo).map(\.category) == ["other"])
    }
}
