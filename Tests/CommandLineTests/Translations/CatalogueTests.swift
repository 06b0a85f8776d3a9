import EventFixture
import Foundation
import Testing

@testable import Languages

/// Tests of all sentences of the program and their translations. If the environment variable `EVENTPASS_RECORD` is set,
/// the tests first update the PO files: they add new sentences without a translation, remove sentences that no longer
/// exist, and mark translations of changed sentences as fuzzy. The program contains the updated files after its next
/// build.
@Suite("Catalogue of sentences")
struct CatalogueTests {
    private static let sentences = CatalogueTypes.sentences

    @Test(
        """
        `CatalogueTypes` lists every enumeration of sentences in the sources, and no two enumerations have the same \
        subject (the first part of the sentences’ names)
        """)
    func declared() throws {
        let sources = Project.file("Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        let subject = /static (?:let subject =|var subject: String \{) "([A-Za-z]+)"/
        let declared = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            try String(contentsOf: sources.appending(path: file), encoding: .utf8).matches(of: subject)
                .map { String($0.1) }
        }
        #expect(declared.count > 200)
        #expect(declared.sorted() == CatalogueTypes.all.map { $0.subject }.sorted())
        #expect(Set(declared).count == declared.count)
    }

    @Test(
        "Sentences have unique names, and both forms (singular, plural) have the same arguments, except for the count")
    func keys() {
        #expect(Set(Self.sentences.map(\.name)).count == Self.sentences.count)
        for sentence in Self.sentences {
            #expect((1...2).contains(sentence.forms.count) && !sentence.forms.contains(""), "\(sentence.name)")
            #expect(sentence.forms.count == 1 || sentence.arguments.contains("count"), "\(sentence.name)")
            let arguments = sentence.forms.map { Set(SentencePattern.arguments($0)).subtracting(["count"]) }
            #expect(Set(arguments).count == 1, "\(sentence.name): \(arguments)")
        }
    }

    @Test(
        "Each PO file lists exactly the catalogue’s sentences; a translation has the same arguments as its sentence",
        arguments: Language.allCases.filter { $0 != .english && !$0.isPseudo })
    func files(language: Language) throws {
        let text = try #require(Catalogue.file(of: language))
        if ProcessInfo.processInfo.environment["EVENTPASS_RECORD"] != nil {
            try Self.updated(text).write(to: Self.path(of: language), atomically: true, encoding: .utf8)
        }
        let forms = language.numberRules.forms.count
        #expect(Self.formCount(text) == forms)
        let file = TranslationFile(text)
        let entries = Dictionary(file.entries.map { ($0.context, $0) }) { first, _ in first }
        #expect(entries.count == file.entries.count, "a sentence is in the file twice")
        #expect(Set(entries.keys) == Set(Self.sentences.map(\.name)))
        for sentence in Self.sentences {
            let entry = try #require(entries[sentence.name], "\(sentence.name)")
            #expect(entry.english == sentence.forms, "\(sentence.name)")
            #expect(entry.translated.count == (sentence.forms.count > 1 ? forms : 1), "\(sentence.name)")
            for form in entry.translated where !form.isEmpty {
                let arguments = Set(SentencePattern.arguments(form))
                #expect(arguments == sentence.arguments, "\(sentence.name): \(form)")
            }
        }
    }

    @Test(
        """
        An update of a PO file keeps translations, marks outdated translations, adds new sentences and removes old \
        sentences
        """)
    func update() throws {
        let text = """
            # Not yet read.
            msgid ""
            msgstr ""
            "Language: fr\\n"

            msgctxt "gate.welcome"
            msgid "Welcome"
            msgstr "Bienvenue"

            msgctxt "gate.goodbye"
            msgid "Bye"
            msgstr "Salut"

            msgctxt "gate.gone"
            msgid "Gone"
            msgstr "Parti"

            """
        let updated = Self.updated(text)
        #expect(updated.hasPrefix("# Not yet read.\nmsgid \"\"\n") && updated.contains("Language: fr\\n"))
        let entries = Dictionary(TranslationFile(updated).entries.map { ($0.context, $0) }) { first, _ in first }
        #expect(Set(entries.keys) == Set(Self.sentences.map(\.name)))
        #expect(entries["gate.welcome"]?.translated == ["Bienvenue"] && entries["gate.welcome"]?.isFuzzy == false)
        #expect(entries["gate.goodbye"]?.english == ["Goodbye"] && entries["gate.goodbye"]?.isFuzzy == true)
        #expect(entries["gate.peopleInside"]?.translated == ["", ""])
        #expect(Self.updated(updated) == updated)
    }

    @Test("An update of a PO file gives each text with a count as many plural forms as the file’s header declares")
    func moreForms() {
        let header = "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=6; plural=(n % 6);\\n\"\n\n"
        let entries = TranslationFile(Self.updated(header)).entries
        let forms = Dictionary(entries.map { ($0.context, $0.translated) }) { first, _ in first }
        #expect(forms["gate.peopleInside"] == ["", "", "", "", "", ""] && forms["gate.welcome"] == [""])
    }

    /// The number of plural forms that the header of a PO file declares; 2 if the header declares no number.
    private static func formCount(_ text: String) -> Int {
        text.firstMatch(of: /"Plural-Forms: nplurals=([1-6]);/).flatMap { Int($0.1) } ?? 2
    }

    private static func path(of language: Language) -> URL {
        Project.file("Sources/CTranslations/po/\(language.rawValue).po")
    }

    /// Makes a PO file with the catalogue’s sentences. Their translations are taken from `text`, an older PO file.
    private static func updated(_ text: String) -> String {
        let old = Dictionary(TranslationFile(text).entries.map { ($0.context, $0) }) { first, _ in first }
        let header = text.firstRange(of: "\n\n").map { text[..<$0.lowerBound] } ?? text[...]
        let count = formCount(text)
        return sentences.reduce("\(header)\n") { $0 + "\n" + entry(of: $1, count, old[$1.name]) }
    }

    /// - Parameter plurals: the number of translated forms of a sentence with a count.
    private static func entry(of sentence: any SentenceKey, _ plurals: Int, _ old: TranslationFile.Entry?) -> String {
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
        }
        let forms = sentence.forms
        let count = forms.count > 1 ? plurals : 1
        let isUsable = old?.translated.count == count
        let translated = isUsable ? old?.translated ?? [] : Array(repeating: "", count: count)
        let isOutdated = isUsable && (old?.isFuzzy ?? false || old?.english != forms) && !translated.contains("")
        var lines = isOutdated ? ["#, fuzzy"] : []
        lines += ["msgctxt \(quoted(sentence.name))", "msgid \(quoted(forms[0]))"]
        if forms.count > 1 { lines.append("msgid_plural \(quoted(forms[1]))") }
        for (index, text) in translated.enumerated() {
            lines.append("msgstr\(forms.count > 1 ? "[\(index)]" : "") \(quoted(text))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(
        """
        In each language that users can choose, the texts for attendees and gates are translated; a language without \
        translations shows English
        """
    )
    func complete() {
        for language in Language.offered where language != .english {
            let translation = Catalogue.translation(to: language) ?? [:]
            for sentence in CatalogueTypes.translated.flatMap({ CatalogueTypes.sentences(of: $0) }) {
                #expect(translation[sentence.name] != nil, "\(language) \(sentence.name)")
            }
        }
        #expect(Language.luganda.text(GateSentence.welcome) == "Welcome")
    }

    @Test("No sentence contains HTML markup, so only the arguments of a sentence need escaping in an HTML mail")
    func markup() {
        for sentence in Self.sentences {
            let forms = Self.translated.reduce(sentence.forms) { $0 + ($1[sentence.name] ?? []) }
            #expect(forms.allSatisfy { !$0.contains(/[<>&"]/) }, "\(sentence.name)")
        }
    }

    private static let translated = Language.allCases.compactMap { Catalogue.translation(to: $0) }
}
