import Languages

/// A user's sign-in in one browser. The session ends after two hours without a request, and at the latest twelve hours
/// after it began.
public struct WebSession: Hashable, Sendable {
    public static let idleSeconds: Int64 = 2 * 3600
    public static let longestSeconds: Int64 = 12 * 3600

    public let id: WebSessionID
    public let user: UserID
    public let created: Instant
    /// The time of the last use. It is stored at most once a minute.
    public let seen: Instant
    /// The network address of the client that signed in.
    public let address: String
    /// The `User-Agent` of the browser. The client can send any text.
    public let agent: String?

    public init(
        id: WebSessionID, user: UserID, created: Instant, seen: Instant, address: String, agent: String?
    ) {
        self.id = id
        self.user = user
        self.created = created
        self.seen = seen
        self.address = address
        self.agent = agent
    }

    public func hasEnded(at now: Instant) -> Bool {
        now >= seen.advanced(bySeconds: WebSession.idleSeconds)
            || now >= created.advanced(bySeconds: WebSession.longestSeconds)
    }
}

/// The public id of a session: the first bytes of a hash of its secret. A person who knows only the id cannot use the
/// session.
public struct WebSessionID: Hashable, Sendable, CustomStringConvertible {
    private static let length = 8

    private let bytes: [UInt8]

    /// Makes the id from the first 8 bytes of a hash.
    ///
    /// - Parameter hash: the hash of the session's secret.
    public init(hash: [UInt8]) { bytes = Array(hash.prefix(WebSessionID.length)) }

    /// Parses the form that `description` returns. Nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard let bytes = HexadecimalText.bytes(text), bytes.count == WebSessionID.length else { return nil }
        self.bytes = bytes
    }

    /// 16 hexadecimal digits.
    public var description: String { HexadecimalText.text(bytes) }
}
