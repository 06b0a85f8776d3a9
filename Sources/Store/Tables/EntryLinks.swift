public import Ticketing

extension StoreConnection {
    public var entryLinks: EntryLinks { EntryLinks(connection: self) }
}

/// Links that let a user in once, by the hash of their secret.
public struct EntryLinks {
    let connection: any StoreConnection

    public func add(hash: [UInt8], for user: UserID, expires: Instant) throws {
        try connection.execute(
            "INSERT INTO entry_link (hash, person, expires) VALUES ($1, $2, $3)",
            [.blob(hash), .int(user.rawValue), .instant(expires)])
    }

    /// Whether one opens anything, without a write: who tries them all costs no sync.
    public func isOpen(hash: [UInt8], at now: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM entry_link WHERE hash = $1 AND expires > $2", [.blob(hash), .instant(now)]
        ) { _ in true }
            ?? false
    }

    /// Uses one up, for the first who has it in time; nil for everybody else.
    public func use(hash: [UInt8], at now: Instant) throws -> UserID? {
        var user: UserID?
        try connection.forEachRow(
            "DELETE FROM entry_link WHERE hash = $1 AND expires > $2 RETURNING person", [.blob(hash), .instant(now)]
        ) { user = try $0.value(0, UserID.self) }
        return user
    }

    /// Takes back a user's.
    public func removeAll(of user: UserID) throws {
        try connection.execute("DELETE FROM entry_link WHERE person = $1", [.int(user.rawValue)])
    }

    /// Removes those that open nothing any more.
    public func forget(expiredAt now: Instant) throws {
        try connection.execute("DELETE FROM entry_link WHERE expires <= $1", [.instant(now)])
    }
}
