public import Ticketing

extension StoreConnection {
    public var signInPauses: SignInPauses { SignInPauses(connection: self) }
}

/// How often signing in failed, by a hash of whom or where it was tried.
public struct SignInPauses {
    let connection: any StoreConnection

    private static let columns = "failures, until, latest"

    /// Nil when nothing failed.
    public func of(_ subject: [UInt8]) throws -> SignInPause? {
        try connection.first(
            "SELECT \(SignInPauses.columns) FROM sign_in_pause WHERE subject = $1", [.blob(subject)],
            SignInPauses.pause)
    }

    /// The same, and nobody else counts a failure there before this transaction ends.
    public func locked(_ subject: [UInt8], at now: Instant) throws -> SignInPause {
        let found = try connection.first(
            """
            INSERT INTO sign_in_pause (subject, \(SignInPauses.columns)) VALUES ($1, 0, $2, $3)
            ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject RETURNING \(SignInPauses.columns)
            """, [.blob(subject), .instant(now), .instant(now)], SignInPauses.pause)
        guard let found else { throw StoreError.changedMeanwhile("failures to sign in can't be counted") }
        return found
    }

    /// Keeps what `locked` has led to.
    public func store(_ pause: SignInPause, of subject: [UInt8]) throws {
        try connection.execute(
            "UPDATE sign_in_pause SET failures = $1, until = $2, latest = $3 WHERE subject = $4",
            [.int(pause.failures), .instant(pause.until), .instant(pause.latest), .blob(subject)])
    }

    public func remove(_ subject: [UInt8]) throws {
        try connection.execute("DELETE FROM sign_in_pause WHERE subject = $1", [.blob(subject)])
    }

    /// Removes those without a failure since.
    public func forget(notFailedSince moment: Instant) throws {
        try connection.execute("DELETE FROM sign_in_pause WHERE latest <= $1", [.instant(moment)])
    }

    private static func pause(_ row: any SQLRow) throws -> SignInPause {
        SignInPause(failures: try row.number(0), until: try row.instant(1), latest: try row.instant(2))
    }
}
