/// The tables on PostgreSQL, in the first schema of the connection's search path.
enum PostgreSQLSchema {
    /// The version of the schema; nil if there are no tables.
    ///
    /// - Throws: `StoreError.foreign` if the tables belong to another program.
    static func version(
        _ history: SchemaHistory, _ connection: any EngineConnection, path: String
    ) throws -> Int? {
        let names = try connection.tableNames()
        guard names.contains(AppliedMigrations.table) else {
            guard names.isEmpty else { throw StoreError.foreign(path: path, applicationID: nil) }
            return nil
        }
        guard try isOurs(connection) else {
            throw StoreError.foreign(path: path, applicationID: nil)
        }
        return try history.version(on: connection, path: path)
    }

    /// Whether the table of migrations belongs to this program. Another program may have a table of the same name.
    private static func isOurs(_ connection: any EngineConnection) throws -> Bool {
        do {
            return try connection.shape(of: AppliedMigrations.table).columns.map(\.name) == [
                "number", "hash", "applied",
            ]
        } catch StoreError.unknownValue {
            return false
        }
    }

    /// Migrates the database to the newest schema version of this program. Safe if several processes try at the same
    /// time.
    ///
    /// - Returns: the versions before and after.
    static func migrate(
        _ history: SchemaHistory, _ engine: PostgreSQLEngine, progress: (Int) -> Void = { _ in }
    ) throws -> (from: Int, to: Int) {
        try makeTable(history, engine)
        return try engine.write { connection in
            try connection.appliedMigrations.lock()
            let version = try history.version(on: connection, path: engine.path)
            try history.run(
                after: version, on: connection, preparing: addingIfNotExists, progress: progress)
            if version < history.newest { try PlannerStatistics.apply(to: connection) }
            return (version, history.newest)
        }
    }

    private static func makeTable(_ history: SchemaHistory, _ engine: PostgreSQLEngine) throws {
        var attempts = 0
        while true {
            do {
                return try engine.write { connection in
                    guard try version(history, connection, path: engine.path) == nil else { return }
                    try connection.run(script: AppliedMigrations.definition(.postgreSQL))
                    try connection.appliedMigrations.addLockRow()
                }
            } catch StoreError.constraint where attempts < 8 {
                // Two processes created the table at the same moment. IF NOT EXISTS did not notice the other process's
                // table in time.
                attempts += 1
            }
        }
    }

    /// Adds IF NOT EXISTS to definitions, so that a migration can be run again. A database without transactional
    /// definitions may have kept a part of an interrupted migration.
    static func addingIfNotExists(_ text: String) -> String {
        ["CREATE TABLE", "CREATE INDEX", "CREATE UNIQUE INDEX", "ADD COLUMN"].reduce(text) { text, statement in
            text.replacing("\(statement) ", with: "\(statement) IF NOT EXISTS ")
        }
    }
}

extension PostgreSQLConnection {
    func tableNames() throws -> [String] {
        try all(
            """
            SELECT CAST(table_name AS TEXT) FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1
            """, []
        ) { $0.text(0) }
    }

    func shape(of table: String) throws -> TableShape {
        let columns = try all(
            """
            SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position
            """, [.text(table)]
        ) { row in
            let kind: TableShape.Column.Kind
            switch row.text(1) {
            case "bigint": kind = .integer
            case "text": kind = .text
            case "bytea": kind = .blob
            case let type: throw StoreError.unknownValue(type, of: "column type")
            }
            return TableShape.Column(name: row.text(0), kind: kind)
        }
        let key = try all(
            """
            SELECT CAST(k.column_name AS TEXT) FROM information_schema.table_constraints c
            JOIN information_schema.key_column_usage k
                ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name
                AND k.table_name = c.table_name
            WHERE c.table_schema = current_schema() AND c.table_name = $1 AND c.constraint_type = 'PRIMARY KEY'
            ORDER BY k.ordinal_position
            """, [.text(table)]
        ) { $0.text(0) }
        return TableShape(name: table, columns: columns, key: key)
    }
}
