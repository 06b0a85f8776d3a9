public import Languages

/// The review of an organizer's identity by the owner of the server.
public struct IdentityReview: Hashable, Sendable {
    /// The states. The raw values are used in the store.
    public enum State: String, LabelledValue {
        public static let subject = "identityReviewState"

        case submitted, accepted, returned
    }

    public let state: State
    /// The reason why the identity document was returned; nil in the other states.
    public let reason: String?

    public init(state: State, reason: String? = nil) {
        self.state = state
        self.reason = reason
    }
}
