import GRDB
import Synchronization

/// Checks the schema of a gate pack, which is the SQLite file that a gate works with. The schema must be exactly the
/// one that this version creates. A trigger or a view in a file from elsewhere would run as part of this program's
/// statements.
enum GatePackSchema {
    /// An object of a schema: a row of `sqlite_schema`. In a file from elsewhere, the values of the row may have any
    /// type.
    private struct SchemaObject: Hashable {
        let type: DatabaseValue
        let name: DatabaseValue
        let table: DatabaseValue
        let sql: DatabaseValue

        var text: String {
            [type, name].map { String(String.fromDatabaseValue($0)?.prefix(100) ?? "?") }.joined(separator: " ")
        }
    }

    private static let known = Mutex<Set<SchemaObject>?>(nil)

    /// Throws if the file has triggers or views, which no version of this program creates. Must be called before the
    /// file is migrated.
    ///
    /// - Throws: `StoreError.foreignSchema`.
    static func rejectTriggersAndViews(_ database: Database, path: String) throws {
        let passive: [DatabaseValue] = ["table".databaseValue, "index".databaseValue]
        let found = try objects(of: database).filter { !passive.contains($0.type) }.map(\.text).min()
        if let found { throw StoreError.foreignSchema(path: path, object: found) }
    }

    /// Throws if a migrated pack's schema is not the one that this version creates.
    ///
    /// - Throws: `StoreError.foreignSchema`, with the first object that differs, is missing or is unknown.
    static func refuseForeign(_ database: Database, _ history: SchemaHistory, path: String) throws {
        let found = try objects(of: database)
        let expected = try expected(history)
        guard found != expected else { return }
        let first = found.symmetricDifference(expected).map(\.text).min()
        throw StoreError.foreignSchema(path: path, object: first ?? "schema")
    }

    private static func expected(_ history: SchemaHistory) throws -> Set<SchemaObject> {
        if let known = known.withLock({ $0 }) { return known }
        let made = try DatabaseQueue().writeWithoutTransaction { database in
            try SQLiteSchema.migrate(database, .newPack, history, path: ":memory:")
            return try objects(of: database)
        }
        known.withLock { $0 = made }
        return made
    }

    private static func objects(of database: Database) throws -> Set<SchemaObject> {
        Set(
            try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema").map { row in
                SchemaObject(type: row[0], name: row[1], table: row[2], sql: row[3])
            })
    }
}
