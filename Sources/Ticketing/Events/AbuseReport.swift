public import Languages

/// A visitor's report to the owner of the server about a public event, for example because the event is a fraud.
public struct AbuseReport: Hashable, Sendable {
    /// The number of the event, and the number of the report among the reports about this event, for example `12-3`.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        public let event: EventNumber
        public let number: Int

        public init(event: EventNumber, number: Int) {
            self.event = event
            self.number = number
        }

        /// Parses a text such as `12-3`. Nil for any other form.
        public init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let event = UInt32(parts[0]).flatMap({ EventNumber(rawValue: $0) }),
                let number = Int(parts[1])
            else { return nil }
            self.init(event: event, number: number)
            guard description == text, number > 0 else { return nil }
        }

        public var description: String { "\(event)-\(number)" }
    }

    /// The reasons from which a visitor chooses one. The raw values are used in the store and in forms.
    public enum Reason: String, CaseIterable, Sendable { case fraud, misleading, offensive, illegal, other }

    /// The values that the visitor entered.
    public struct Content: Hashable, Sendable {
        /// The maximum length of the text, in Unicode scalars.
        public static let longestText = 1000

        public let reason: Reason
        /// The visitor's description; empty if the visitor wrote nothing.
        public let text: String
        /// The e-mail address for questions. Nil if the visitor entered no address, or if the report is closed.
        public let email: EmailAddress?

        public init(_ reason: Reason, text: String, email: EmailAddress?) {
            self.reason = reason
            self.text = text
            self.email = email
        }

        /// The reason why the text cannot be stored; nil if it can be stored.
        public var textFault: TextFault? { Content.textFault(text, for: reason) }

        /// The reason why a text cannot be stored; nil if it can be stored. Only the reason `other` requires a text.
        ///
        /// - Parameter reason: the reason of the report; nil if the visitor has chosen no reason.
        public static func textFault(_ text: String, for reason: Reason?) -> TextFault? {
            guard reason == .other || !text.isEmpty else { return nil }
            return TextFault.of(text, limit: longestText, lines: .several)
        }
    }

    /// The end of the review of a report: its time, the reviewer, and the reviewer's note.
    public struct Closing: Hashable, Sendable {
        public let at: Instant
        public let by: UserID
        public let note: String

        public init(at: Instant, by: UserID, note: String) {
            self.at = at
            self.by = by
            self.note = note
        }
    }

    /// The reports that a list contains: only open reports, or also closed reports.
    public enum Selection: Sendable { case open, all }

    public let id: ID
    public let content: Content
    public let created: Instant
    /// The end of the review; nil if the report is open.
    public let closing: Closing?

    public init(id: ID, content: Content, created: Instant, closing: Closing?) {
        self.id = id
        self.content = content
        self.created = created
        self.closing = closing
    }
}

extension AbuseReport.Reason {
    public var label: Sentence {
        switch self {
        case .fraud: Sentence(AbuseReportSentence.fraud)
        case .misleading: Sentence(AbuseReportSentence.misleading)
        case .offensive: Sentence(AbuseReportSentence.offensive)
        case .illegal: Sentence(AbuseReportSentence.illegal)
        case .other: Sentence(AbuseReportSentence.other)
        }
    }
}
