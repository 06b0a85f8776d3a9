/// That somebody is signed in, in one browser. It ends two hours after it was last seen, and twelve after it began.
public struct WebSession: Hashable, Sendable {
    public static let idleSeconds: Int64 = 2 * 3600
    public static let longestSeconds: Int64 = 12 * 3600

    public let id: WebSessionID
    public let user: UserID
    public let created: Instant
    /// To the minute: not each request is written down.
    public let seen: Instant
    /// Where it began.
    public let address: String
    /// What the browser called itself, which may be anything.
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

    public func isOver(at now: Instant) -> Bool {
        now >= seen.advanced(bySeconds: WebSession.idleSeconds)
            || now >= created.advanced(bySeconds: WebSession.longestSeconds)
    }
}

/// What a session is called in a list of them. It lets nobody in: that does what it is the hash of.
public struct WebSessionID: Hashable, Sendable, CustomStringConvertible {
    private static let length = 8

    private let bytes: [UInt8]

    /// - Parameter hash: of the session's secret; the beginning of it is the id.
    public init(hash: [UInt8]) { bytes = Array(hash.prefix(WebSessionID.length)) }

    /// As `description` writes it. Nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let bytes = HexadecimalText.bytes(text), bytes.count == WebSessionID.length else { return nil }
        self.bytes = bytes
    }

    /// 16 hexadecimal digits.
    public var description: String { HexadecimalText.text(bytes) }
}
