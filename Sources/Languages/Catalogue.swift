import CTranslations

extension Language {
    /// A sentence in this language, or in English if it is not translated.
    ///
    /// - Parameter arguments: the values of all arguments of the sentence, by their names.
    public func text(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) -> String {
        assert(
            arguments.isEmpty && !key.hasArguments || Set(arguments.keys) == key.arguments,
            "\(key.name) has the arguments \(key.arguments)")
        return text(named: key.name, forms: key.forms, arguments)
    }

    /// The sentence with this name in this language. `forms` are its English forms. If the sentence is not translated,
    /// the whole result is in English, including the arguments.
    func text(
        named name: @autoclosure () -> String, forms: [String], _ arguments: [String: SentenceArgument]
    ) -> String {
        let translation = translated(name(), forms)
        if translation == nil, !isPseudo, self != .english {
            return Language.english.text(named: name(), forms: forms, arguments)
        }
        let pattern = pattern(of: marked(translation ?? forms), arguments["count"])
        return SentencePattern.fill(pattern, arguments.mapValues { $0.text(in: self) })
    }

    /// The forms of a sentence in this language, for example for one and for several people. The last form is the one
    /// for most counts. Each argument is a name in braces.
    public func patterns(of key: some SentenceKey) -> [String] { marked(translated(key.name, key.forms) ?? key.forms) }

    /// The forms of a sentence for the scripts of pages. The category of the count (Unicode CLDR) selects the form, for
    /// example `one` or `other`. A sentence with a single form has the category `other`.
    public func patternsByCategory(of key: some SentenceKey) -> [(category: String, pattern: String)] {
        let translation = translated(key.name, key.forms)
        let patterns = marked(translation ?? key.forms)
        let rules = translation == nil ? NumberRules.english : numberRules
        return zip(patterns.count > 1 ? rules.forms : [.other], patterns).map { ($0.rawValue, $1) }
    }

    /// If this is a test language, adds its accents and brackets to the forms. In all other languages, the forms stay
    /// unchanged.
    private func marked(_ forms: [String]) -> [String] {
        guard isPseudo else { return forms }
        return forms.map { form in
            let text = "⟦\(Pseudo.marked(form))⟧"
            return isRightToLeft ? Pseudo.rightToLeft(text) : text
        }
    }

    /// The translated forms of a sentence; nil if the sentence is not translated, or if its translation does not have
    /// all forms of the language.
    private func translated(_ name: @autoclosure () -> String, _ english: [String]) -> [String]? {
        guard let translation = Catalogue.translation(to: self) else { return nil }
        let count = english.count > 1 ? numberRules.forms.count : 1
        return translation[name()].flatMap { $0.count == count ? $0 : nil }
    }

    private func pattern(of forms: [String], _ count: SentenceArgument?) -> String {
        guard forms.count > 1, case .number(let count)? = count else { return forms[0] }
        return forms[numberRules.form(for: count)]
    }
}

/// The translations of all sentences.
enum Catalogue {
    /// The forms of each translated sentence, by its name.
    typealias Translation = [String: [String]]

    /// The translated sentences of a language; nil if the language has no PO file.
    static func translation(to language: Language) -> Translation? {
        switch language {
        case .english, .pseudo, .pseudoRightToLeft: nil
        case .french: french
        case .swahili: swahili
        case .luganda: luganda
        }
    }

    // A PO file is read only when its language is first used, so that commands that need no translation start faster.
    private static let french = read(.french)
    private static let swahili = read(.swahili)
    private static let luganda = read(.luganda)

    private static func read(_ language: Language) -> Translation? {
        file(of: language).map { TranslationFile($0).forms }
    }

    static func file(of language: Language) -> String? {
        var index = 0
        while let translation = unsafe ctranslation_at(index) {
            if unsafe String(cString: translation.pointee.language) == language.rawValue {
                return unsafe String(
                    decoding: UnsafeBufferPointer(start: translation.pointee.bytes, count: translation.pointee.length),
                    as: UTF8.self)
            }
            index += 1
        }
        return nil
    }
}

/// Makes the texts of the two test languages (pseudo-languages) from English patterns.
private enum Pseudo {
    private static let letters: [Character: Character] = [
        "a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú", "A": "Á", "E": "É", "I": "Í", "O": "Ó", "U": "Ú", "n": "ñ",
        "c": "ç", "y": "ý",
    ]

    /// Makes a text with Latin letters that is displayed from right to left (Unicode Standard Annex #9).
    static func rightToLeft(_ text: String) -> String { "\u{200F}\u{202E}\(text)\u{202C}" }

    /// Adds accents to letters.
    static func marked(_ pattern: String) -> String {
        var isArgument = false
        return String(
            pattern.map { character in
                if character == "{" { isArgument = true }
                if character == "}" { isArgument = false }
                return isArgument ? character : letters[character] ?? character
            })
    }
}
