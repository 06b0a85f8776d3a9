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
    /// - Parameter creating: make what is not there: the file, with mode 0600, or the tables in a PostgreSQL database.
    /// - Throws: `StoreError`; `notMigrated` for a PostgreSQL database without this version's tables.
    public static func open(_ address: StoreAddress, creating: Bool = false) throws -> Store {
        try open(address, creating: creating, SchemaHistory(migrations: Migration.all))
    }

    /// Opens the SQLite database at an absolute path.
    public static func open(sqlite path: String, creating: Bool = false) throws -> Store {
        try open(.sqlite(path: path), creating: creating)
    }

    /// Brings a store that is there to this version; makes the tables in an empty PostgreSQL database, and checksums in a
    /// SQLite file that has none.
    ///
    /// - Returns: the versions before and after, and whether each page has a checksum; nil on a server.
    /// - Throws: `StoreError.busy` when a file without checksums is open elsewhere; `diskFull` when there is no room for
    ///   two more of its size.
    public static func migrate(_ address: StoreAddress) throws -> (from: Int, to: Int, checksums: PageChecksums?) {
        let history = SchemaHistory(migrations: Migration.all)
        switch address {
        case .sqlite(let path):
            let engine = try SQLiteEngine(path: path, creating: false, history: history)
            if case .missing = engine.checksums { try engine.addChecksums() }
            return (engine.migrated.from, engine.migrated.to, engine.checksums)
        case .postgreSQL(let address):
            let migrated = try PostgreSQLSchema.migrate(history, PostgreSQLEngine(address))
            return (migrated.from, migrated.to, nil)
        }
    }

    static func open(_ address: StoreAddress, creating: Bool, _ history: SchemaHistory) throws -> Store {
        switch address {
        case .sqlite(let path):
            return Store(engine: try SQLiteEngine(path: path, creating: creating, history: history))
        case .postgreSQL(let address):
            let engine = PostgreSQLEngine(address)
            if creating { _ = try PostgreSQLSchema.migrate(history, engine) }
            let version = try engine.read { try PostgreSQLSchema.version(history, $0, path: engine.path) }
            guard version == history.newest else {
                throw StoreError.notMigrated(path: engine.path, version: version, supported: history.newest)
            }
            return Store(engine: engine)
        }
    }
}
