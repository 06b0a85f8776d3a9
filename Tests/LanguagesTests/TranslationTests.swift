import Testing

@testable import Languages

@Suite("Translations")
struct TranslationTests {
    @Test("The languages for tests mark every sentence, and one of them is displayed from right to left")
    func pseudo() {
        #expect(Language.pseudo.text(PublicSentence.soldOut) == "⟦Sóld óút⟧")
        #expect(Language.pseudoRightToLeft.text(PublicSentence.soldOut) == "\u{200F}\u{202E}⟦Sóld óút⟧\u{202C}")
        #expect(Language.allCases.filter(\.isRightToLeft) == [.pseudoRightToLeft])
    }

    @Test("A language tag such as fr-CA finds its language; tags of unknown and untranslated languages find none")
    func tags() {
        #expect(
            Language(tag: "fr-CA") == .french && Language(tag: "SW") == .swahili && Language(tag: "en-US") == .english)
        #expect(Language(tag: "ar-XB") == .pseudoRightToLeft && Language(tag: "en-XA") == .pseudo)
        for tag in ["", "-", "ar", "lg", "de", "f", "français", "french"] {
            #expect(Language(tag: tag) == nil, "\(tag)")
        }
    }

    @Test("Each language’s own plural rules choose between the singular and the plural of a sentence, even for 0")
    func plurals() {
        func inside(_ count: Int, _ language: Language) -> String {
            language.text(GateSentence.peopleInside, ["count": .number(count)])
        }
        #expect(inside(1, .english) == "one person on this ticket is inside")
        #expect(inside(0, .english) == "0 people on this ticket are inside")
        #expect(inside(0, .french).hasPrefix("0 personne est") && inside(2, .french).hasPrefix("2 personnes sont"))
        #expect(inside(1, .swahili).hasPrefix("mtu 1 yuko") && inside(0, .swahili).hasPrefix("watu 0 wako"))
    }

    @Test("If a sentence is not translated, its arguments and its plural form are also in English")
    func mixture() {
        func text(_ count: Int) -> String {
            Language.french.text(
                Untranslated.chosen, ["count": .number(count), "names": .alternatives(["a", "b"]), "word": word])
        }
        let word = SentenceArgument.sentence(PublicSentence.soldOut)
        #expect(text(1) == "one of a or b: Sold out" && text(0) == "0 of a or b: Sold out")
        #expect(Language.french.text(PublicSentence.soldOut) != "Sold out")
    }

    private enum Untranslated: String, SentenceKey {
        static let subject = "untranslated"

        case chosen = "one of {names}: {word}|{count} of {names}: {word}"
    }

    @Test("An argument that looks like another argument, or like a placeholder, stays as it was typed")
    func hostile() {
        let text = Language.english.text(
            GateSentence.welcomeCount,
            ["welcome": "{used} \\ \" | {allowed}", "used": .number(1), "allowed": .number(2)])
        #expect(text == "{used} \\ \" | {allowed}: 1 of 2")
    }

    @Test("Quotation marks, backslashes and line breaks in a PO file are read as GNU gettext writes them")
    func quoting() {
        let file = TranslationFile(
            """
            msgid ""
            msgstr ""
            "Language: fr\\n"

            # A comment
            msgctxt "gate.note"
            msgid ""
            "Note: "
            "{note}"
            msgstr "«\\"{note}\\"»\\\\"
            """)
        #expect(file.entries.count == 1 && file.entries[0].english == ["Note: {note}"])
        #expect(file.forms == ["gate.note": [#"«"{note}"»\"#]])
    }

    @Test("An outdated translation counts as missing; an escaped backslash before the letter n is not a line break")
    func outdated() {
        let file = TranslationFile(
            #"""
            #, fuzzy
            msgid ""
            msgstr "Language: fr\n"

            msgctxt "first"
            msgid "C:\\new"
            msgstr "D:\\new"

            #, c-format, fuzzy
            msgctxt "second"
            msgid "Two"
            msgstr "Deux"

            msgctxt "third"
            msgid "Three"
            msgstr "Trois"
            """#)
        #expect(file.forms == ["first": [#"D:\new"#], "third": ["Trois"]])
    }
}
