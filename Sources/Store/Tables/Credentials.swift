public import Cryptography
public import Ticketing

extension StoreConnection {
    public var credentials: Credentials { Credentials(connection: self) }
}

/// The password hashes of users.
public struct Credentials {
    let connection: any StoreConnection

    /// The scrypt hash of a password, with its salt and cost.
    public struct Credential: Hashable, Sendable {
        public let salt: [UInt8]
        public let cost: Scrypt.Cost
        public let hash: [UInt8]
        public let changed: Instant

        public init(salt: [UInt8], cost: Scrypt.Cost, hash: [UInt8], changed: Instant) {
            self.salt = salt
            self.cost = cost
            self.hash = hash
            self.changed = changed
        }
    }

    private static let columns = "salt, cost_n, cost_r, cost_p, hash, changed"

    /// Sets or replaces a user's password hash.
    public func store(_ credential: Credential, of user: UserID) throws {
        try connection.execute(
            """
            INSERT INTO credential (person, \(Credentials.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (person) DO UPDATE SET salt = excluded.salt, cost_n = excluded.cost_n, cost_r = excluded.cost_r,
            cost_p = excluded.cost_p, hash = excluded.hash, changed = excluded.changed
            """,
            [
                .int(user.rawValue), .blob(credential.salt), .int(credential.cost.n), .int(credential.cost.r),
                .int(credential.cost.p), .blob(credential.hash), .instant(credential.changed),
            ])
    }

    /// A user's password hash; nil if the user has no password.
    public func of(_ user: UserID) throws -> Credential? {
        try connection.first(
            "SELECT \(Credentials.columns) FROM credential WHERE person = $1", [.int(user.rawValue)],
            Credentials.credential)
    }

    /// A user's password hash; nil if the user has no password. The row of the hash stays locked until the transaction
    /// ends.
    public func locked(of user: UserID) throws -> Credential? {
        try connection.first(
            "SELECT \(Credentials.columns) FROM credential WHERE person = $1 FOR NO KEY UPDATE", [.int(user.rawValue)],
            Credentials.credential)
    }

    private static func credential(_ row: any SQLRow) throws -> Credential {
        Credential(
            salt: row.blob(0),
            cost: Scrypt.Cost(n: try factor(row, 1), r: try factor(row, 2), p: try factor(row, 3)),
            hash: row.blob(4), changed: try row.instant(5))
    }

    private static func factor(_ row: any SQLRow, _ column: Int) throws -> UInt64 {
        guard let factor = UInt64(exactly: row.integer(column)), factor > 0 else {
            throw InvalidColumnValue(column: column, value: "\(row.integer(column))", kind: "cost of scrypt")
        }
        return factor
    }
}
