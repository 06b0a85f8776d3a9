public import Languages
import Ticketing

/// The reason why an operation on headcounts was refused.
public enum HeadcountError: Error, Hashable, SentenceConvertible {
    /// The event has no version of the headcount with this number.
    case unknown(Int)
    /// The event already has the maximum number of versions of the headcount.
    case tooMany

    enum Text: String, SentenceKey {
        static let subject = "headcountError"

        case unknown = "the event has no version {number} of the headcount"
        case unknownHint = "list the versions with: eventpass guest headcount list EVENT"
        case tooMany = "an event has at most {limit} versions of the headcount"
        // The detail of `StoreError.concurrentChange`
        case numberTaken = "version {number} of the headcount already exists"
    }

    public var sentence: Sentence {
        switch self {
        case .unknown(let number): Sentence(Text.unknown, ["number": .text("\(number)")])
        case .tooMany: Sentence(Text.tooMany, ["limit": .number(HeadcountVersion.most)])
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .unknown: Sentence(Text.unknownHint)
        case .tooMany: nil
        }
    }
}
