public import Ticketing

extension StoreConnection {
    public var signInLinks: SignInLinks { SignInLinks(connection: self) }
}

/// Links that sign a user in once. The store has only the hash of a link's secret.
public struct SignInLinks {
    let connection: any StoreConnection

    public func add(hash: [UInt8], for user: UserID, expires: Instant) throws {
        try connection.execute(
            "INSERT INTO entry_link (hash, person, expires) VALUES ($1, $2, $3)",
            [.blob(hash), .int(user.rawValue), .instant(expires)])
    }

    /// Whether a link is valid. This method writes nothing, so attempts to guess links do not make the database write
    /// to the disk.
    public func isValid(hash: [UInt8], at now: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM entry_link WHERE hash = $1 AND expires > $2", [.blob(hash), .instant(now)]
        ) { _ in true }
            ?? false
    }

    /// Consumes a valid link and returns its user; nil if the link has expired, was used, or does not exist.
    public func consume(hash: [UInt8], at now: Instant) throws -> UserID? {
        var user: UserID?
        try connection.forEachRow(
            "DELETE FROM entry_link WHERE hash = $1 AND expires > $2 RETURNING person", [.blob(hash), .instant(now)]
        ) { user = try $0.value(0, UserID.self) }
        return user
    }

    /// Removes a user's links.
    public func removeAll(of user: UserID) throws {
        try connection.execute("DELETE FROM entry_link WHERE person = $1", [.int(user.rawValue)])
    }

    /// Removes expired links.
    public func prune(expiredAt now: Instant) throws {
        try connection.execute("DELETE FROM entry_link WHERE expires <= $1", [.instant(now)])
    }
}
