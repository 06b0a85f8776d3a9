import Glibc

/// The engine (SQLite or PostgreSQL) and the location of a store.
public enum StoreAddress: Sendable, CustomStringConvertible {
    /// An SQLite file with this absolute path.
    case sqlite(path: String)
    case postgreSQL(PostgreSQLAddress)

    public var description: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL(let address): address.description
        }
    }
}

extension Store {
    /// Opens a store. If an SQLite file has an older schema, it is migrated to the newest schema version of this
    /// program.
    ///
    /// - Parameters:
    ///   - creating: for SQLite, whether to create a missing file (with mode 0600). For PostgreSQL, whether to create
    ///     or migrate the tables.
    ///   - migrating: receives the number of rows that a long migration has processed.
    /// - Throws: `StoreError` if the store can't be opened, for example `notMigrated` if a PostgreSQL database does not
    ///   have the newest schema version.
    public static func open(
        _ address: StoreAddress, creating: Bool = false, migrating: (Int) -> Void = { _ in }
    ) throws -> Store {
        try open(address, creating: creating, SchemaHistory.current, migrating: migrating)
    }

    /// Opens the store in the SQLite file at an absolute path.
    public static func open(sqlite path: String, creating: Bool = false) throws -> Store {
        try open(.sqlite(path: path), creating: creating)
    }

    /// Whether opening a store leaves its schema unchanged. `open` migrates a PostgreSQL database only if `creating` is
    /// true, so the result is always true for a PostgreSQL database. For an SQLite file, the result is false if its
    /// schema version is not the newest of this program, or if the file can't be read. It is also false if the newest
    /// version is so far only in the log, not in the file.
    public static func isMigrated(_ address: StoreAddress) -> Bool {
        guard case .sqlite(let path) = address else { return true }
        return (try? SQLiteHeader(path: path).schemaVersion) == Int32(Migration.all.count)
    }

    /// Migrates an existing store to the newest schema version of this program. Also creates the tables in an empty
    /// PostgreSQL database, and adds checksums to an SQLite file without checksums.
    ///
    /// - Parameter progress: receives the number of rows that a long migration has processed.
    /// - Returns: the schema versions before and after the migration, and whether the pages have checksums (nil for a
    ///   PostgreSQL database).
    /// - Throws: `StoreError.busy` if a file without checksums is open in another process; `StoreError.diskFull` if
    ///   there is no space for two more copies of such a file.
    public static func migrate(
        _ address: StoreAddress, progress: (Int) -> Void = { _ in }
    ) throws -> (from: Int, to: Int, checksums: PageChecksums?) {
        let history = SchemaHistory.current
        switch address {
        case .sqlite(let path):
            let engine = try SQLiteEngine(path: path, creating: false, history: history, progress: progress)
            if case .missing = engine.checksums { try engine.addChecksums() }
            return (engine.migrated.from, engine.migrated.to, engine.checksums)
        case .postgreSQL(let address):
            let migrated = try PostgreSQLSchema.migrate(history, PostgreSQLEngine(address), progress: progress)
            return (migrated.from, migrated.to, nil)
        }
    }

    /// Whether a file is an SQLite database without tables and without an application id. False if the file can't be
    /// read. Also false if there is a log next to the file, because the log may contain tables.
    ///
    /// - Parameter path: the absolute path of the file.
    public static func hasNoTables(sqlite path: String) -> Bool {
        guard unsafe access("\(path)-wal", F_OK) != 0 else { return false }
        do { return try SQLiteHeader(path: path).hasNoTables } catch { return false }
    }

    /// Whether a PostgreSQL database has no tables.
    ///
    /// - Throws: `StoreError` if the server does not respond, or if the tables belong to another program.
    public static func hasNoTables(_ address: PostgreSQLAddress) throws -> Bool {
        let engine = PostgreSQLEngine(address)
        let history = SchemaHistory.current
        return try engine.read { try PostgreSQLSchema.version(history, $0, path: engine.path) } == nil
    }

    static func open(
        _ address: StoreAddress, creating: Bool, _ history: SchemaHistory, migrating: (Int) -> Void = { _ in }
    ) throws -> Store {
        switch address {
        case .sqlite(let path):
            return Store(
                engine: try SQLiteEngine(path: path, creating: creating, history: history, progress: migrating))
        case .postgreSQL(let address):
            let engine = PostgreSQLEngine(address)
            if creating { _ = try PostgreSQLSchema.migrate(history, engine, progress: migrating) }
            let version = try engine.read { try PostgreSQLSchema.version(history, $0, path: engine.path) }
            guard version == history.newest else {
                throw StoreError.notMigrated(path: engine.path, version: version, supported: history.newest)
            }
            return Store(engine: engine)
        }
    }
}
