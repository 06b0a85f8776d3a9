/// A request with an idempotency key. A client chooses the key and can send the request again with the same key. The
/// effect of the request still happens only once.
public struct IdempotentRequest: Hashable, Sendable {
    /// The time for which a key is kept, in seconds.
    public static let retentionSeconds: Int64 = 86400
    /// The time for which a request without an answer counts as in progress, in seconds.
    public static let inProgressTimeoutSeconds: Int64 = 60
    public static let longestKey = 255

    public let token: APITokenID
    public let key: String
    /// SHA-256 of the request.
    public let hash: [UInt8]
    public let created: Instant
    /// The answer to the request; nil while the request is in progress, or if the answer was lost, for example in a
    /// crash.
    public let response: StoredResponse?

    public struct StoredResponse: Hashable, Sendable {
        public let status: Int
        /// The body of the answer. The store encrypts it.
        public let body: String

        public init(status: Int, body: String) {
            self.status = status
            self.body = body
        }
    }

    public init(token: APITokenID, key: String, hash: [UInt8], created: Instant, response: StoredResponse? = nil) {
        self.token = token
        self.key = key
        self.hash = hash
        self.created = created
        self.response = response
    }
}
