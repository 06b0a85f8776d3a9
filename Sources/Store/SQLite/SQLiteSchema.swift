import GRDB

/// The tables on SQLite, and whose file it is.
enum SQLiteSchema {
    /// "EvP1": `application_id` in the file's header.
    static let applicationID: Int32 = 0x4576_5031

    /// Looks before anything is written: a file of another program, or of a newer version, stays untouched.
    static func refuseForeign(_ database: Database, path: String) throws {
        let applicationID = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard applicationID == self.applicationID else {
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard applicationID == 0, tables == 0 else {
                throw StoreError.foreign(path: path, applicationID: applicationID)
            }
            return
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= Migration.all.count else {
            throw StoreError.newer(path: path, version: version, supported: Migration.all.count)
        }
    }

    /// Brings the file to this version, each step in a transaction.
    static func migrate(_ database: Database, path: String) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        for migration in Migration.all.dropFirst(version) {
            try database.inTransaction(.immediate) {
                try database.execute(sql: migration.text(.sqlite))
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(migration.number)")
                return .commit
            }
        }
    }
}
