public import Ticketing

extension StoreConnection {
    public var webSessions: WebSessions { WebSessions(connection: self) }
}

/// Who is signed in, by the hash of the secret that their browser has.
public struct WebSessions {
    let connection: any StoreConnection

    private static let columns = "hash, person, created, seen, address, agent"

    public func begin(_ session: WebSession, hash: [UInt8]) throws {
        try connection.execute(
            "INSERT INTO web_session (\(WebSessions.columns)) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .blob(hash), .int(session.user.rawValue), .instant(session.created), .instant(session.seen),
                .text(session.address), .optional(session.agent),
            ])
    }

    /// Nil when it ended or never was; one that is over may still be there.
    public func with(hash: [UInt8]) throws -> WebSession? {
        try connection.first(
            "SELECT \(WebSessions.columns) FROM web_session WHERE hash = $1", [.blob(hash)], WebSessions.session)
    }

    /// A user's, by when they began.
    public func all(of user: UserID) throws -> [WebSession] {
        try connection.all(
            "SELECT \(WebSessions.columns) FROM web_session WHERE person = $1 ORDER BY created", [.int(user.rawValue)],
            WebSessions.session)
    }

    /// Notes that one was seen; one that ended stays ended.
    public func note(hash: [UInt8], seenAt now: Instant) throws {
        try connection.execute(
            "UPDATE web_session SET seen = $1 WHERE hash = $2 AND seen < $3",
            [.instant(now), .blob(hash), .instant(now)])
    }

    /// Ends one. False when it had ended.
    @discardableResult
    public func end(hash: [UInt8]) throws -> Bool {
        try connection.execute("DELETE FROM web_session WHERE hash = $1", [.blob(hash)]) == 1
    }

    /// Ends one of a user's. False when it had ended, or is not theirs.
    public func end(_ id: WebSessionID, of user: UserID) throws -> Bool {
        let hashes = try connection.all(
            "SELECT hash FROM web_session WHERE person = $1", [.int(user.rawValue)]
        ) { $0.blob(0) }
        guard let hash = hashes.first(where: { WebSessionID(hash: $0) == id }) else { return false }
        return try end(hash: hash)
    }

    /// Ends all of a user's; returns how many those were.
    @discardableResult
    public func endAll(of user: UserID) throws -> Int {
        try connection.execute("DELETE FROM web_session WHERE person = $1", [.int(user.rawValue)])
    }

    /// Removes those that nobody was seen with since.
    public func forget(notSeenSince moment: Instant) throws {
        try connection.execute("DELETE FROM web_session WHERE seen <= $1", [.instant(moment)])
    }

    private static func session(_ row: any SQLRow) throws -> WebSession {
        WebSession(
            id: WebSessionID(hash: row.blob(0)), user: try row.value(1), created: try row.instant(2),
            seen: try row.instant(3), address: row.text(4), agent: row.optionalText(5))
    }
}
