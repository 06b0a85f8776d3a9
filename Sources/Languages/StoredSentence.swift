import Foundation

/// A sentence as the store keeps it: its name, its English text (or the singular and the plural form of the text), and
/// its arguments. Because the English text is stored, every version of the program can show the sentence, even if the
/// catalogue of that version lacks this name, or has another sentence with this name.
struct StoredSentence: Hashable, Codable, Sendable {
    let name: String
    /// The English text, or its singular and its plural form.
    let forms: [String]
    let arguments: [String: Argument]

    enum Argument: Hashable, Sendable {
        case text(String)
        case number(Int)
        case sentence(StoredSentence)
    }

    /// The maximum length of a text argument, in characters. A longer text is cut.
    private static let longestText = 300
    /// The maximum size of the JSON, in bytes.
    private static let largest = 4000
    /// The maximum length of the sentence with its arguments, in characters.
    private static let longestSentence = 4000
    /// The maximum depth of sentences that are arguments of other sentences.
    fileprivate static let deepest = 4

    init(name: String, forms: [String], arguments: [String: SentenceArgument]) {
        self.name = name
        self.forms = forms
        self.arguments = arguments.mapValues { argument in
            switch argument {
            case .number(let number): .number(number)
            case .sentence(let sentence):
                sentence.asStored.map(Argument.sentence) ?? StoredSentence.text(sentence.english)
            case .text, .amount, .day, .alternatives: StoredSentence.text(argument.text(in: .english))
            }
        }
    }

    private static func text(_ text: String) -> Argument { .text(String(text.prefix(longestText))) }

    /// Reads a stored sentence. Nil for any other text, such as the answer of a mail server.
    init?(json: String) {
        guard json.utf8.first == UInt8(ascii: "{"), json.utf8.count <= StoredSentence.largest,
            let sentence = try? JSONDecoder().decode(StoredSentence.self, from: Data(json.utf8)), sentence.isValid
        else { return nil }
        self = sentence
    }

    var json: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the sentence can be shown: it has one or two forms, and is not too long. A short JSON can describe a
    /// very long sentence, because the text can contain an argument many times.
    private var isValid: Bool { hasForms && shownLength <= StoredSentence.longestSentence }

    private var hasForms: Bool {
        (1...2).contains(forms.count)
            && arguments.values.allSatisfy { if case .sentence(let sentence) = $0 { sentence.hasForms } else { true } }
    }

    /// The length of the longest form with its arguments, in characters.
    private var shownLength: Int {
        let lengths = arguments.mapValues { argument -> Int in
            switch argument {
            case .text(let text): text.count
            case .number: 20
            case .sentence(let sentence): sentence.shownLength
            }
        }
        return forms.map { form in
            SentencePattern.arguments(form).reduce(form.count) { $0 + (lengths[$1] ?? 0) }
        }.max() ?? 0
    }

    var shownArguments: [String: SentenceArgument] {
        arguments.mapValues { argument in
            switch argument {
            case .text(let text): .text(text)
            case .number(let number): .number(number)
            case .sentence(let sentence): .sentence(Sentence(sentence))
            }
        }
    }
}

extension StoredSentence.Argument: Codable {
    init(from decoder: any Decoder) throws {
        // The coding path has two keys for each sentence that contains this argument: `arguments`, and the name of an
        // argument.
        guard decoder.codingPath.count <= 2 * StoredSentence.deepest else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "too deep"))
        }
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .sentence(try container.decode(StoredSentence.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .sentence(let sentence): try container.encode(sentence)
        }
    }
}

extension Sentence {
    /// The sentence as a text for the store. `init(stored:)` makes the sentence from this text. If the sentence has no
    /// stored form (`asStored`) or is too long, the store gets the English text, which people then see in every
    /// language.
    public var stored: String { asStored?.json.flatMap { Sentence.isStored($0) ? $0 : nil } ?? english }

    /// The words of a server or of another program as a text for the store. `init(stored:)` makes a sentence that shows
    /// these words in every language. If the words happen to have the form of a stored sentence, a space is added
    /// before them, so that they are not read as a sentence.
    public static func stored(words: String) -> String { isStored(words) ? " \(words)" : words }

    /// The sentence with this text in the store. If the text is not a stored sentence but, for example, the answer of a
    /// mail server, it is shown unchanged in all languages.
    public init(stored text: String) {
        self = StoredSentence(json: text).map { Sentence($0) } ?? .verbatim(text)
    }

    /// Whether a text of the store has the form of a stored sentence.
    public static func isStored(_ text: String) -> Bool { StoredSentence(json: text) != nil }
}
