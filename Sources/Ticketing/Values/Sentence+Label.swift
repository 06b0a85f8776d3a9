import Languages

extension Sentence {
    /// The word for a value from a short, fixed list, such as the status of an order.
    static func label(_ key: LabelSentence) -> Sentence { Sentence(key) }
}
