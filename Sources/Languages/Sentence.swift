/// A sentence of the catalogue with the values of its arguments, but without a language. The code that shows the
/// sentence chooses the language.
public struct Sentence: Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case sentence(AnySentenceKey, arguments: [String: SentenceArgument])
        case stored(StoredSentence)
        case verbatim(String)
        case list([Sentence], separator: String)
        indirect case capitalized(Sentence)
        indirect case uncapitalized(Sentence)
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// - Parameter arguments: the values of all arguments of the sentence, by their names.
    public init(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        assert(Set(arguments.keys) == key.arguments, "\(key.name) has the arguments \(key.arguments)")
        self.init(.sentence(AnySentenceKey(key: key), arguments: arguments))
    }

    init(_ stored: StoredSentence) { self.init(.stored(stored)) }

    /// The form in which the store keeps the sentence. Nil for a text that is the same in all languages, for a list of
    /// sentences, and for a sentence whose first letter was changed.
    var asStored: StoredSentence? {
        switch content {
        case .sentence(let key, let arguments):
            StoredSentence(name: key.key.name, forms: key.key.forms, arguments: arguments)
        case .stored(let stored): stored
        case .verbatim, .list, .capitalized, .uncapitalized: nil
        }
    }

    /// A text that is the same in all languages, such as the name of an event.
    public static func verbatim(_ text: String) -> Sentence { Sentence(.verbatim(text)) }

    /// Several sentences, one after the other.
    public static func list(_ sentences: [Sentence], separator: String = " ") -> Sentence {
        Sentence(.list(sentences, separator: separator))
    }

    /// The sentence with a capital first letter and a full stop.
    public var asSentence: Sentence { Sentence(.capitalized(self)) }

    /// The sentence with a lower-case first letter, for use inside another sentence. A first word in capital letters,
    /// such as `URL`, does not change.
    public var insideSentence: Sentence { Sentence(.uncapitalized(self)) }

    /// The English text.
    public var english: String { text(in: .english) }

    public func text(in language: Language) -> String {
        switch content {
        case .sentence(let key, let arguments):
            language.text(named: key.key.name, forms: key.key.forms, arguments)
        case .stored(let stored):
            language.text(named: stored.name, forms: stored.forms, stored.shownArguments)
        case .verbatim(let text): text
        case .list(let sentences, let separator):
            sentences.map { $0.text(in: language) }.joined(separator: separator)
        case .capitalized(let sentence): Sentence.capitalized(sentence.text(in: language))
        case .uncapitalized(let sentence): Sentence.uncapitalized(sentence.text(in: language))
        }
    }

    private static func uncapitalized(_ text: String) -> String {
        guard let first = text.first, text.dropFirst().first?.isUppercase != true else { return text }
        return first.lowercased() + text.dropFirst()
    }

    private static func capitalized(_ text: String) -> String {
        guard let first = text.first, let last = text.last else { return text }
        return first.uppercased() + text.dropFirst() + (".!?…".contains(last) ? "" : ".")
    }
}

extension Sentence: CustomStringConvertible {
    /// The English text.
    public var description: String { english }
}

/// A value that people see as a sentence of the catalogue, such as an error. Its `description` is the English text.
public protocol SentenceConvertible: CustomStringConvertible {
    var sentence: Sentence { get }
}

extension SentenceConvertible {
    public var description: String { sentence.english }
}

extension Sentence {
    /// The sentence that describes an error. If the error comes from a library and has no sentence, the text is the
    /// error’s description.
    public init(describing error: any Error) {
        self = (error as? any SentenceConvertible)?.sentence ?? .verbatim("\(error)")
    }
}

/// A sentence key of any enumeration. The name of the sentence is computed only when a translation is needed, because
/// computing names is slow.
private struct AnySentenceKey: Hashable, Sendable {
    let key: any SentenceKey

    static func == (a: AnySentenceKey, b: AnySentenceKey) -> Bool {
        type(of: a.key) == type(of: b.key) && a.key.rawValue == b.key.rawValue
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: key)))
        hasher.combine(key.rawValue)
    }
}
