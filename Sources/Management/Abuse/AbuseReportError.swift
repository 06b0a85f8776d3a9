public import Languages
public import Ticketing

/// The reason why an abuse report could not be closed.
public enum AbuseReportError: Error, Hashable, SentenceConvertible {
    /// There is no open report with this id.
    case notOpen(AbuseReport.ID)

    enum Text: String, SentenceKey {
        static let subject = "abuseReportError"

        case notOpen = "there is no open abuse report {id}"
        case notOpenHint = "list the open reports with: eventpass event abuse list"
    }

    public var sentence: Sentence {
        switch self {
        case .notOpen(let id): Sentence(Text.notOpen, ["id": .text("\(id)")])
        }
    }

    /// Advice on how to resolve the error.
    public var hint: Sentence? { Sentence(Text.notOpenHint) }
}
