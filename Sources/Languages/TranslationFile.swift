/// A PO file (GNU gettext) with the translations of sentences. The context (`msgctxt`) of an entry is the name of the
/// sentence. An entry counts as missing if its translation is empty. It also counts as missing if it has the flag
/// `fuzzy`, which means that the English text has changed since it was translated.
struct TranslationFile {
    struct Entry {
        var context = ""
        /// The English forms: `msgid`, and `msgid_plural` if the entry has a plural.
        var english: [String] = []
        /// The translated forms: `msgstr`, or `msgstr[0]`, `msgstr[1]` and so on.
        var translated: [String] = []
        var isFuzzy = false
    }

    /// All entries with a context. The entry without a context is the header of the file.
    let entries: [Entry]

    /// The forms of the translated sentences, by the name of the sentence.
    var forms: [String: [String]] {
        let complete = entries.filter { !$0.isFuzzy && !$0.translated.contains("") && !$0.translated.isEmpty }
        return Dictionary(complete.map { ($0.context, $0.translated) }) { first, _ in first }
    }

    init(_ text: String) {
        var entries: [Entry] = []
        var entry = Entry()
        var field = Field.context
        var isNextFuzzy = false
        func finish() {
            if !entry.context.isEmpty { entries.append(entry) }
            entry = Entry(isFuzzy: isNextFuzzy)
            isNextFuzzy = false
        }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                if line.hasPrefix("#,"), line.contains("fuzzy") { isNextFuzzy = true }
                continue
            }
            // A line consists of a keyword and a text in quotation marks. A line without a keyword continues the text
            // of the line above.
            guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else {
                continue
            }
            let keyword = line[..<start].prefix { $0 != " " }
            if !keyword.isEmpty {
                // A sentence's entry begins with `msgctxt`. The header has no context, so it begins with `msgid`.
                if keyword == "msgctxt" || keyword == "msgid" && (entry.context.isEmpty || !entry.english.isEmpty) {
                    finish()
                }
                field = Field(keyword: keyword)
                TranslationFile.begin(field, in: &entry)
            }
            TranslationFile.append(String(line[line.index(after: start)..<end]), to: field, in: &entry)
        }
        finish()
        self.entries = entries
    }

    private enum Field {
        case context, english, translated

        init(keyword: Substring) {
            self = keyword == "msgctxt" ? .context : keyword.hasPrefix("msgid") ? .english : .translated
        }
    }

    private static func begin(_ field: Field, in entry: inout Entry) {
        switch field {
        case .context: entry.context = ""
        case .english: entry.english.append("")
        case .translated: entry.translated.append("")
        }
    }

    private static func append(_ quoted: String, to field: Field, in entry: inout Entry) {
        let text = unescaped(quoted)
        switch field {
        case .context: entry.context += text
        case .english: entry.english[entry.english.count - 1] += text
        case .translated: entry.translated[entry.translated.count - 1] += text
        }
    }

    private static func unescaped(_ quoted: String) -> String {
        guard quoted.contains("\\") else { return quoted }
        var text = ""
        var isEscaped = false
        for character in quoted {
            if isEscaped {
                text.append(character == "n" ? "\n" : character)
            } else if character != "\\" {
                text.append(character)
            }
            isEscaped = !isEscaped && character == "\\"
        }
        return text
    }
}
