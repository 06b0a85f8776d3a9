import Ticketing

extension StoreConnection {
    var appliedMigrations: AppliedMigrations { AppliedMigrations(connection: self) }
}

/// The migrations that were run on the store, with the hashes of their SQL texts.
struct AppliedMigrations {
    static let table = "migration"
    /// The number of the row that a process locks while it migrates the store. No migration has this number, because
    /// migrations are numbered from 1.
    private static let lockRow = 0

    let connection: any StoreConnection

    /// The SQL that creates the table of migrations. It can't be part of a migration, because the table must exist
    /// before the first migration runs.
    static func definition(_ dialect: SQLDialect) -> String {
        """
        CREATE TABLE IF NOT EXISTS \(table) (
            number \(dialect.integer) PRIMARY KEY,
            hash \(dialect.blob) NOT NULL,
            applied \(dialect.integer) NOT NULL
        )\(dialect.rows)
        """
    }

    /// The migrations that were run, sorted by number.
    func all() throws -> [(number: Int, hash: [UInt8])] {
        try connection.all("SELECT number, hash FROM migration WHERE number > 0 ORDER BY number", []) {
            (try $0.number(0), $0.blob(1))
        }
    }

    func add(_ number: Int, hash: [UInt8], at now: Instant) throws {
        try connection.execute(
            "INSERT INTO migration (number, hash, applied) VALUES ($1, $2, $3)",
            [.int(number), .blob(hash), .instant(now)])
    }

    /// Creates the row that `lock` locks, if it is missing.
    func addLockRow() throws {
        try connection.execute(
            "INSERT INTO migration (number, hash, applied) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
            [.int(AppliedMigrations.lockRow), .blob([])])
    }

    /// Prevents other processes from migrating until the transaction ends.
    func lock() throws {
        _ = try connection.first(
            "SELECT number FROM migration WHERE number = $1 FOR NO KEY UPDATE", [.int(AppliedMigrations.lockRow)]
        ) { $0.integer(0) }
    }
}
