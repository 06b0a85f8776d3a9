public import Ticketing

extension StoreConnection {
    public var knownBrowsers: KnownBrowsers { KnownBrowsers(connection: self) }
}

/// Browsers in which a user has signed in before. The store has only the hash of a browser's secret cookie.
public struct KnownBrowsers {
    let connection: any StoreConnection

    /// Adds a browser of a user. Then removes all browsers of the user except the `most` browsers that were seen last.
    public func add(hash: [UInt8], of user: UserID, at now: Instant, most: Int) throws {
        try connection.execute(
            "INSERT INTO known_browser (hash, person, seen) VALUES ($1, $2, $3)",
            [.blob(hash), .int(user.rawValue), .instant(now)])
        try connection.execute(
            """
            DELETE FROM known_browser WHERE person = $1 AND hash NOT IN (
                SELECT hash FROM known_browser WHERE person = $1 ORDER BY seen DESC, hash LIMIT $2)
            """, [.int(user.rawValue), .int(most)])
    }

    /// Whether a user has signed in with a browser that was last seen after a moment.
    public func has(hash: [UInt8], of user: UserID, seenAfter moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM known_browser WHERE hash = $1 AND person = $2 AND seen > $3",
            [.blob(hash), .int(user.rawValue), .instant(moment)]
        ) { _ in true } ?? false
    }

    public func remove(hash: [UInt8]) throws {
        try connection.execute("DELETE FROM known_browser WHERE hash = $1", [.blob(hash)])
    }

    public func removeAll(of user: UserID) throws {
        try connection.execute("DELETE FROM known_browser WHERE person = $1", [.int(user.rawValue)])
    }

    /// Removes the browsers that were last seen at or before a moment.
    public func prune(notSeenSince moment: Instant) throws {
        try connection.execute("DELETE FROM known_browser WHERE seen <= $1", [.instant(moment)])
    }
}
