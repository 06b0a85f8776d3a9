import Glibc

/// Which engine keeps a store, and where.
public enum StoreAddress: Sendable, CustomStringConvertible {
    /// A file, by its absolute path.
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
    /// Opens a store. SQLite is migrated to this version when it is older.
    ///
    /// - Parameters:
    ///   - creating: make what is not there: the file, with mode 0600, or the tables in a PostgreSQL database.
    ///   - migrating: is told how many rows a migration that lasts is through.
    /// - Throws: `StoreError`; `notMigrated` for a PostgreSQL database without this version's tables.
    public static func open(
        _ address: StoreAddress, creating: Bool = false, migrating: (Int) -> Void = { _ in }
    ) throws -> Store {
        try open(address, creating: creating, SchemaHistory(migrations: Migration.all), migrating: migrating)
    }

    /// Opens the SQLite database at an absolute path.
    public static func open(sqlite path: String, creating: Bool = false) throws -> Store {
        try open(.sqlite(path: path), creating: creating)
    }

    /// Brings a store that is there to this version; makes the tables in an empty PostgreSQL database, and checksums in a
    /// SQLite file that has none.
    ///
    /// - Parameter progress: is told how many rows a migration that lasts is through.
    /// - Returns: the versions before and after, and whether each page has a checksum; nil on a server.
    /// - Throws: `StoreError.busy` when a file without checksums is open elsewhere; `diskFull` when there is no room for
    ///   two more of its size.
    public static func migrate(
        _ address: StoreAddress, progress: (Int) -> Void = { _ in }
    ) throws -> (from: Int, to: Int, checksums: PageChecksums?) {
        let history = SchemaHistory(migrations: Migration.all)
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

    /// Whether a file is a SQLite database without tables that no program has claimed. False for one with a log, which may
    /// have the tables, and for one that can't be read.
    ///
    /// - Parameter path: absolute.
    public static func hasNoTables(sqlite path: String) -> Bool {
        guard unsafe access("\(path)-wal", F_OK) != 0 else { return false }
        do { return try SQLiteHeader(path: path).hasNoTables } catch { return false }
    }

    /// Whether a PostgreSQL database has no tables.
    ///
    /// - Throws: `StoreError`: for a server that does not answer, and for tables of another program.
    public static func hasNoTables(_ address: PostgreSQLAddress) throws -> Bool {
        let engine = PostgreSQLEngine(address)
        let history = SchemaHistory(migrations: Migration.all)
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
