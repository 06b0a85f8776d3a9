import GRDB
import Languages

/// Creates and migrates the tables on SQLite, and checks the kind of the file.
enum SQLiteSchema {
    /// Throws a `StoreError` if the file belongs to another program, is of another kind than `kind`, or was written by
    /// a newer version of this program. Must be called before anything is written to the file. A database that has
    /// neither tables nor an application id is accepted only if `creating` is true.
    static func refuseForeign(
        _ database: Database, _ kind: SQLiteFileKind, creating: Bool, _ history: SchemaHistory, path: String
    ) throws {
        let applicationID = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard applicationID == kind.applicationID else {
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard applicationID == 0, tables == 0 else { throw kind.refusal(of: applicationID, path: path) }
            guard creating else {
                throw StoreError.notMigrated(path: path, version: nil, supported: history.newest)
            }
            return
        }
        let version = try version(database)
        guard version >= 0 else {
            throw StoreError.damaged(
                path: path, detail: Sentence(StoreError.Text.schemaVersion, ["version": "\(version)"]))
        }
        guard version <= history.newest else {
            throw StoreError.newer(path: path, version: version, supported: history.newest)
        }
    }

    /// Migrates the file to the newest schema version of this program, in one transaction.
    ///
    /// - Returns: the schema versions before and after the migration.
    @discardableResult
    static func migrate(
        _ database: Database, _ kind: SQLiteFileKind, _ history: SchemaHistory, path: String,
        progress: (Int) -> Void = { _ in }
    ) throws -> (from: Int, to: Int) {
        if kind == .pack { try GatePackSchema.rejectTriggersAndViews(database, path: path) }
        let versions = try runMigrations(database, kind, history, path: path, progress: progress)
        if kind == .pack { try GatePackSchema.refuseForeign(database, history, path: path) }
        return versions
    }

    private static func runMigrations(
        _ database: Database, _ kind: SQLiteFileKind, _ history: SchemaHistory, path: String,
        progress: (Int) -> Void
    ) throws -> (from: Int, to: Int) {
        let cache = PageCache()
        defer { cache.reset(on: database) }
        let connection = SQLiteConnection(database: database, path: path, statements: StatementCache(), cache: cache)
        let version = try version(database)
        let hasHashes = try connection.tableNames().contains(AppliedMigrations.table)
        if hasHashes, try history.version(on: connection, path: path) == history.newest {
            return (version, history.newest)
        }
        try connection.transaction {
            try connection.run(script: AppliedMigrations.definition(.sqlite))
            try history.recordEarlierHashes(upTo: version, on: connection)
            try history.run(after: version, on: connection, progress: progress)
            try connection.run(
                script: "PRAGMA application_id = \(kind.applicationID); PRAGMA user_version = \(history.newest)")
        }
        return (version, history.newest)
    }

    private static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }
}

extension SQLiteConnection {
    func tableNames() throws -> [String] {
        try all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
            []
        ) { $0.text(0) }
    }

    func shape(of table: String) throws -> TableShape {
        var key: [(position: Int64, name: String)] = []
        let columns = try all("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", [.text(table)]) { row in
            let kind: TableShape.Column.Kind
            switch row.text(1) {
            case "INTEGER": kind = .integer
            case "TEXT": kind = .text
            case "BLOB": kind = .blob
            case let type: throw StoreError.unknownValue(type, of: "column type")
            }
            if row.integer(2) > 0 { key.append((row.integer(2), row.text(0))) }
            return TableShape.Column(name: row.text(0), kind: kind)
        }
        return TableShape(name: table, columns: columns, key: key.sorted { $0.position < $1.position }.map(\.name))
    }

    var pageChecksums: PageChecksums? { SQLiteChecksums.state(of: database) }

    func damagedPages() throws -> [Int64] { try SQLiteChecksums.damagedPages(of: database, path: path) }

    func integrityFaults() throws -> [Sentence] {
        let damaged = try damagedPages()
        // If pages are damaged, SQLite's integrity check is not run, because it would stop at the first damaged page.
        guard damaged.isEmpty else { return damaged.map(StoreCheck.differingPage) }
        let pages = try all("PRAGMA integrity_check", []) { $0.text(0) }
        let references = try all("PRAGMA foreign_key_check", []) { row in
            Sentence(StoreCheck.Text.danglingRow, ["table": .text(row.text(0)), "target": .text(row.text(2))])
        }
        return pages.filter { $0 != "ok" }.map(Sentence.verbatim) + references
    }
}
