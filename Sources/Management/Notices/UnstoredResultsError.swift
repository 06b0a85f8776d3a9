public import Languages
public import Store
public import Ticketing

/// Some results of sending messages could not be stored, not even in a separate transaction for each result. When the
/// leases of these messages expire, the messages are sent again.
public struct UnstoredResultsError: Error, SentenceConvertible {
    /// The number of results that were to be stored.
    public let total: Int
    /// The number of results that could not be stored, from 1 to `total`.
    public let unstored: Int
    /// The error of the first result that could not be stored.
    public let first: any Error

    enum Text: String, SentenceKey {
        static let subject = "unstoredResultsError"

        case unstored = "the results of {unstored} of {total} sent messages could not be stored: {fault}"
        case sentAgain = "the program sends these messages again in five minutes"
    }

    public var sentence: Sentence {
        let fault = (first as? any SentenceConvertible)?.sentence ?? .verbatim("\(type(of: first))")
        return Sentence(
            Text.unstored,
            ["unstored": .number(unstored), "total": .number(total), "fault": .sentence(fault)])
    }

    /// A sentence that says when the messages are sent again.
    public var hint: Sentence? { Sentence(Text.sentAgain) }
}

extension NoticeDispatcher {
    /// Stores each result in its own transaction. Call this method after results could not be stored in one
    /// transaction: if one result cannot be stored, the other results are still stored.
    ///
    /// - Parameters:
    ///   - chance: a random number in 0 ..< 1, which varies the delays before the next attempts.
    ///   - policy: contains the time within which the program retries a message.
    /// - Returns: nil if all results are stored now.
    public func recordSeparately(
        _ results: [(lease: Lease, result: NoticeResult)], chance: Double, policy: NoticePolicy = .standard,
        _ store: Store
    ) -> UnstoredResultsError? {
        let faults = results.compactMap { lease, result -> (any Error)? in
            do {
                try record(result, of: lease, chance: chance, policy: policy, store)
                return nil
            } catch { return error }
        }
        return faults.first.map {
            UnstoredResultsError(total: results.count, unstored: faults.count, first: $0)
        }
    }
}
