/// That somebody is signed in, in one browser. It ends two hours after it was last seen, and twelve after it began.
public struct WebSession: Hashable, Sendable {
    public static let idleSeconds: Int64 = 2 * 3600
    public static let longestSeconds: Int64 = 12 * 3600

    public let user: UserID
    public let created: Instant
    /// To the minute: not each request is written down.
    public let seen: Instant
    /// Where it began.
    public let address: String
    /// What the browser called itself, which may be anything.
    public let agent: String?

    public init(user: UserID, created: Instant, seen: Instant, address: String, agent: String?) {
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
