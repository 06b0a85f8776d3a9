/// A request that a program marked with a key of its own, so that it can be sent again without being done twice.
public struct AnsweredRequest: Hashable, Sendable {
    /// How long a key is known.
    public static let keptSeconds: Int64 = 86400
    /// How long a request is taken to be under way whose answer is not there.
    public static let patienceSeconds: Int64 = 60
    public static let longestKey = 255

    public let token: APITokenID
    public let key: String
    /// SHA-256 of what was asked for.
    public let hash: [UInt8]
    public let created: Instant
    /// Nil while it is under way, or when its answer was lost.
    public let answer: Answer?

    public struct Answer: Hashable, Sendable {
        public let status: Int
        /// As it was answered; in the store, sealed.
        public let body: String

        public init(status: Int, body: String) {
            self.status = status
            self.body = body
        }
    }

    public init(token: APITokenID, key: String, hash: [UInt8], created: Instant, answer: Answer? = nil) {
        self.token = token
        self.key = key
        self.hash = hash
        self.created = created
        self.answer = answer
    }
}
