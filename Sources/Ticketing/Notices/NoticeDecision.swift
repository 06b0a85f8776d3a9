/// The decision about a notice that is due, with its reason.
public struct NoticeDecision: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case send(Notice.Channel)
        /// The program decides about the notice again at this time, which is later than the time of the decision.
        case delay(until: Instant)
        /// A later notice replaces the notice. The value is the key of the later notice.
        case merge(into: String)
        case drop
    }

    public let action: Action
    public let reason: NoticeReason

    public init(_ action: Action, because reason: NoticeReason) {
        self.action = action
        self.reason = reason
    }
}
