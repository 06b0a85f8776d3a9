public import Languages

/// The reason why households could not be listed.
public enum HouseholdError: Error, Hashable, SentenceConvertible {
    /// The event has no household with this number.
    case unknown(Int)

    enum Text: String, SentenceKey {
        static let subject = "householdError"

        case unknown = "the event has no household {number}"
    }

    public var sentence: Sentence {
        switch self {
        case .unknown(let number): Sentence(Text.unknown, ["number": .text("\(number)")])
        }
    }
}
