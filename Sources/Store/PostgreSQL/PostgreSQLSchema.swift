/// Creates, checks and migrates the tables on PostgreSQL. The tables are in the first schema of the connection's search
/// path.
enum PostgreSQLSchema {
    /// The version of the database's tables: the number of migrations that were run; nil if there are no tables.
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

    /// Whether the table of migrations belongs to this program. Another program may have created a table of the same
    /// name.
    private static func isOurs(_ connection: any EngineConnection) throws -> Bool {
        do {
            return try connection.shape(of: AppliedMigrations.table).columns.map(\.name) == [
                "number", "hash", "applied",
            ]
        } catch StoreError.unknownValue {
            return false
        }
    }

    /// Migrates the database to the newest schema version of this program. Several processes can safely call this
    /// method at the same time.
    ///
    /// - Returns: the schema versions before and after the migration.
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
                // Another process created the table at the same moment. `IF NOT EXISTS` does not prevent an error in
                // this case.
                attempts += 1
            }
        }
    }

    /// Adds IF NOT EXISTS to statements that create tables, indexes or columns, so that a migration can be run again.
    /// PostgreSQL itself rolls an interrupted migration back. Some other database servers that implement PostgreSQL's
    /// protocol do not, so a part of the migration remains.
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
            SELECT CAST(c.relname AS TEXT) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') ORDER BY 1
            """, []
        ) { $0.text(0) }
    }

    func shape(of table: String) throws -> TableShape {
        let columns = try all(
            """
            SELECT CAST(a.attname AS TEXT), format_type(a.atttypid, NULL) FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relname = $1 AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
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
            SELECT CAST(a.attname AS TEXT) FROM pg_index i
            JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL unnest(CAST(i.indkey AS INT2[])) WITH ORDINALITY AS k (attnum, position)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE n.nspname = current_schema() AND c.relname = $1 AND i.indisprimary ORDER BY k.position
            """, [.text(table)]
        ) { $0.text(0) }
        return TableShape(name: table, columns: columns, key: key)
    }
}
