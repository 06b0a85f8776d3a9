public import Ticketing

extension StoreConnection {
    public var webSessions: WebSessions { WebSessions(connection: self) }
}

/// Sessions of signed-in users. The store has only the hash of the secret cookie in a user's browser.
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

    /// The session whose cookie has this hash; nil if the session was ended or never existed. An expired session is
    /// found, too, until it is removed.
    public func with(hash: [UInt8]) throws -> WebSession? {
        try connection.first(
            "SELECT \(WebSessions.columns) FROM web_session WHERE hash = $1", [.blob(hash)], WebSessions.session)
    }

    /// The sessions of a user, oldest first.
    public func all(of user: UserID) throws -> [WebSession] {
        try connection.all(
            "SELECT \(WebSessions.columns) FROM web_session WHERE person = $1 ORDER BY created", [.int(user.rawValue)],
            WebSessions.session)
    }

    /// Records that a session was used. Does nothing if the session has ended.
    public func recordUse(hash: [UInt8], seenAt now: Instant) throws {
        try connection.execute(
            "UPDATE web_session SET seen = $1 WHERE hash = $2 AND seen < $3",
            [.instant(now), .blob(hash), .instant(now)])
    }

    /// Ends a session. Returns false if the session has already ended.
    @discardableResult
    public func end(hash: [UInt8]) throws -> Bool {
        try connection.execute("DELETE FROM web_session WHERE hash = $1", [.blob(hash)]) == 1
    }

    /// Ends a session of a user. Returns false if the session has already ended, or if it is another user's session.
    public func end(_ id: WebSessionID, of user: UserID) throws -> Bool {
        let hashes = try connection.all(
            "SELECT hash FROM web_session WHERE person = $1", [.int(user.rawValue)]
        ) { $0.blob(0) }
        guard let hash = hashes.first(where: { WebSessionID(hash: $0) == id }) else { return false }
        return try end(hash: hash)
    }

    /// Ends all sessions of a user. Returns the number of ended sessions.
    @discardableResult
    public func endAll(of user: UserID) throws -> Int {
        try connection.execute("DELETE FROM web_session WHERE person = $1", [.int(user.rawValue)])
    }

    /// Removes sessions that were last used at or before a moment.
    public func prune(notSeenSince moment: Instant) throws {
        try connection.execute("DELETE FROM web_session WHERE seen <= $1", [.instant(moment)])
    }

    private static func session(_ row: any SQLRow) throws -> WebSession {
        WebSession(
            id: WebSessionID(hash: row.blob(0)), user: try row.value(1), created: try row.instant(2),
            seen: try row.instant(3), address: row.text(4), agent: row.optionalText(5))
    }
}
