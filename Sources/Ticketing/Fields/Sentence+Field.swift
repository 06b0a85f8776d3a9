package import Languages

extension Sentence {
    /// A sentence about a field that people enter, such as its label or a hint.
    package static func field(_ key: FieldSentence, _ arguments: [String: SentenceArgument] = [:]) -> Sentence {
        Sentence(key, arguments)
    }
}
