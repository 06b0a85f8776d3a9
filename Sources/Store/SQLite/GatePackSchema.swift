import Cryptography
import GRDB
import Synchronization

/// Checks the schema of a gate pack, which is an SQLite file. The schema must be exactly the one that this version of
/// the program creates. Without this check, somebody could add a trigger or a view to the file, and its SQL would run
/// as a part of this program's statements.
enum GatePackSchema {
    /// A table, index, trigger or view: a row of SQLite's table `sqlite_schema`. If somebody changed the file, the
    /// values in this row may have any type.
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

    /// Checks that the file has no triggers and no views. No version of this program creates them. This method must be
    /// called before the file is migrated, because the statements of a migration could run the SQL of a trigger or
    /// view.
    ///
    /// - Throws: `StoreError.foreignSchema` if there is a trigger or a view.
    static func rejectTriggersAndViews(_ database: Database, path: String) throws {
        let passive: [DatabaseValue] = ["table".databaseValue, "index".databaseValue]
        let found = try objects(of: database).filter { !passive.contains($0.type) }.map(\.text).min()
        if let found { throw StoreError.foreignSchema(path: path, object: found) }
    }

    /// Checks that the schema of a migrated pack is the one that this version of the program creates.
    ///
    /// - Throws: `StoreError.foreignSchema` with the first object that differs, is missing, or is not in the expected
    ///   schema.
    static func refuseForeign(_ database: Database, _ history: SchemaHistory, path: String) throws {
        let found = try objects(of: database)
        // Running all migrations takes several times as long as opening the file. The digest of the file's schema is
        // therefore compared with the known digest first.
        if try digest(found) == currentDigest { return }
        let expected = try expected(history)
        guard found != expected else { return }
        let first = found.symmetricDifference(expected).map(\.text).min()
        throw StoreError.foreignSchema(path: path, object: first ?? "schema")
    }

    /// The digest of the schema that the migrations of this version create. A test checks that this digest is right.
    /// With a wrong digest, packs would still be opened, but slowly.
    static let currentDigest = "457805d9ba2dddbf00d45f273fc2fd48f5e081323c0bc0d24a7727c11c8cc973"

    /// The digest of the schema of a new pack.
    static func digest(of history: SchemaHistory) throws -> String? { try digest(expected(history)) }

    /// The SHA-256 hash of a schema, in hexadecimal; nil if a value of an object is not a text.
    private static func digest(_ objects: Set<SchemaObject>) throws -> String? {
        let texts = objects.compactMap { object -> String? in
            guard case .string(let type) = object.type.storage, case .string(let name) = object.name.storage,
                case .string(let table) = object.table.storage
            else { return nil }
            let head = "\(type)\0\(name)\0\(table)\0"
            return switch object.sql.storage {
            // SQLite has no SQL text for an index that it creates for a key.
            case .null: head
            case .string(let sql): "\(head)=\(sql)"
            case .int64, .double, .blob: nil
            }
        }
        guard texts.count == objects.count else { return nil }
        return Hexadecimal.text(try SHA256.digest(Array(texts.sorted().joined(separator: "\0\0").utf8)))
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
