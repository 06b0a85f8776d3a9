import Languages
public import Ticketing

extension StoreConnection {
    public var signInPauses: SignInPauses { SignInPauses(connection: self) }
}

/// The number of failed sign-ins for each account and for each client address, and the time until which further
/// attempts are refused. An entry is found by a hash of the account or of the address.
public struct SignInPauses {
    let connection: any StoreConnection

    private static let columns = "failures, until, latest"

    /// The failed sign-ins of an account or address; nil if no sign-in has failed.
    public func of(_ subject: [UInt8]) throws -> SignInThrottle? {
        try connection.first(
            "SELECT \(SignInPauses.columns) FROM sign_in_pause WHERE subject = $1", [.blob(subject)],
            SignInPauses.pause)
    }

    /// The failed sign-ins of an account or address. The row of this entry stays locked until the transaction ends.
    /// Creates the entry if it does not exist.
    public func locked(_ subject: [UInt8], at now: Instant) throws -> SignInThrottle {
        let found = try connection.first(
            """
            INSERT INTO sign_in_pause (subject, \(SignInPauses.columns)) VALUES ($1, 0, $2, $3)
            ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject RETURNING \(SignInPauses.columns)
            """, [.blob(subject), .instant(now), .instant(now)], SignInPauses.pause)
        guard let found else { throw StoreError.concurrentChange(Sentence(StoreError.Text.failuresNotCounted)) }
        return found
    }

    /// Stores an entry that was returned by `locked`.
    public func store(_ pause: SignInThrottle, of subject: [UInt8]) throws {
        try connection.execute(
            "UPDATE sign_in_pause SET failures = $1, until = $2, latest = $3 WHERE subject = $4",
            [.int(pause.failures), .instant(pause.until), .instant(pause.latest), .blob(subject)])
    }

    public func remove(_ subject: [UInt8]) throws {
        try connection.execute("DELETE FROM sign_in_pause WHERE subject = $1", [.blob(subject)])
    }

    /// Removes entries whose last failure was at or before a moment.
    public func prune(notFailedSince moment: Instant) throws {
        try connection.execute("DELETE FROM sign_in_pause WHERE latest <= $1", [.instant(moment)])
    }

    private static func pause(_ row: any SQLRow) throws -> SignInThrottle {
        SignInThrottle(failures: try row.number(0), until: try row.instant(1), latest: try row.instant(2))
    }
}
