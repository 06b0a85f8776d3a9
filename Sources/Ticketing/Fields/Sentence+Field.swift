package import Languages

extension Sentence {
    /// A text of the catalogue of fields, such as a hint.
    package static func field(_ key: FieldSentence, _ arguments: [String: SentenceArgument] = [:]) -> Sentence {
        Sentence(key, arguments)
    }
}
