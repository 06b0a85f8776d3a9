import Languages

extension Sentence {
    /// The word for a value of a closed list.
    static func label(_ key: LabelSentence) -> Sentence { Sentence(key) }
}
