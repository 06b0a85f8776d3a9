import GRDB
import Synchronization

/// The schema that a pack's file may have: the one that this version makes, statement by statement. A trigger or a view in
/// a file from outside would run inside the office's own statements.
enum PackSchema {
    /// One object of a schema, as `sqlite_schema` has it: in a file from outside, values of any kind.
    private struct Object: Hashable {
        let type: DatabaseValue
        let name: DatabaseValue
        let table: DatabaseValue
        let sql: DatabaseValue

        var words: String {
            [type, name].map { String(String.fromDatabaseValue($0)?.prefix(100) ?? "?") }.joined(separator: " ")
        }
    }

    private static let known = Mutex<Set<Object>?>(nil)

    /// Refuses what no version of this program puts into a pack. To be called before anything is migrated.
    ///
    /// - Throws: `StoreError.foreignSchema`.
    static func refuseActive(_ database: Database, path: String) throws {
        let passive: [DatabaseValue] = ["table".databaseValue, "index".databaseValue]
        let found = try objects(of: database).filter { !passive.contains($0.type) }.map(\.words).min()
        if let found { throw StoreError.foreignSchema(path: path, object: found) }
    }

    /// Compares a migrated pack's schema with the one that this version makes.
    ///
    /// - Throws: `StoreError.foreignSchema`, with the first object that differs, is missing or is not one of ours.
    static func refuseForeign(_ database: Database, _ history: SchemaHistory, path: String) throws {
        let found = try objects(of: database)
        let expected = try expected(history)
        guard found != expected else { return }
        let first = found.symmetricDifference(expected).map(\.words).min()
        throw StoreError.foreignSchema(path: path, object: first ?? "schema")
    }

    private static func expected(_ history: SchemaHistory) throws -> Set<Object> {
        if let known = known.withLock({ $0 }) { return known }
        let made = try DatabaseQueue().writeWithoutTransaction { database in
            try SQLiteSchema.migrate(database, .newPack, history, path: ":memory:")
            return try objects(of: database)
        }
        known.withLock { $0 = made }
        return made
    }

    private static func objects(of database: Database) throws -> Set<Object> {
        Set(
            try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema").map { row in
                Object(type: row[0], name: row[1], table: row[2], sql: row[3])
            })
    }
}
