import Ticketing

extension StoreConnection {
    var appliedMigrations: AppliedMigrations { AppliedMigrations(connection: self) }
}

/// Which migrations the store has had, and what their texts were.
struct AppliedMigrations {
    static let table = "migration"
    /// The row that one process holds while it migrates; migrations count from 1.
    private static let lockRow = 0

    let connection: any StoreConnection

    /// The table's own definition, which can't be a migration itself.
    static func definition(_ words: SchemaWords) -> String {
        """
        CREATE TABLE IF NOT EXISTS \(table) (
            number \(words.integer) PRIMARY KEY,
            hash \(words.blob) NOT NULL,
            applied \(words.integer) NOT NULL
        )\(words.rows)
        """
    }

    /// By number.
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

    /// Makes the row that `lock` holds; does nothing when it is there.
    func addLockRow() throws {
        try connection.execute(
            "INSERT INTO migration (number, hash, applied) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
            [.int(AppliedMigrations.lockRow), .blob([])])
    }

    /// Keeps every other process from migrating until the transaction ends.
    func lock() throws {
        _ = try connection.first(
            "SELECT number FROM migration WHERE number = $1 FOR NO KEY UPDATE", [.int(AppliedMigrations.lockRow)]
        ) { $0.integer(0) }
    }
}
