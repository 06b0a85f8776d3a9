import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite
import Languages

/// Manages the write-ahead log of a gate pack. The header of the pack's file says whether the file has a log. If the
/// header mentions a log but the log is missing, the pack is not opened.
///
/// The log is created and synced before the header is changed to mention it. When the pack is closed, the log is
/// removed only after the header has been changed to no longer mention it. If the header mentions a log, the log thus
/// exists, even after a crash or a power failure. The pack can then be opened again. SQLite itself uses the opposite
/// order: it creates the log after changing the header, and removes the log before changing the header.
enum GatePackLog {
    /// Creates the log of a pack that is about to be opened, if the header does not mention a log yet.
    ///
    /// - Parameter path: the path of the pack, for error messages.
    static func open(_ file: DatabaseFile, _ path: String) throws {
        guard try !SQLiteHeader(file).isLogged else { return }
        let status = unsafe csqlitesetup_make_log(file.path)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: Sentence(StoreError.Text.logNotCreated), path: path)
        }
    }

    /// Prevents SQLite from removing the log when it closes the database. The method `close` removes the log instead,
    /// in the order described above. Must be called for each connection.
    static func persistLog(of database: Database) {
        var keeps: Int32 = 1
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Copies the log into the file and removes the log, so that the file can be moved alone. If other connections have
    /// the file open, the log stays, and the connection that is closed last removes it. If an error occurs, the header
    /// still mentions the log, and the log is kept.
    static func close(_ database: Database) {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        do {
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            // All rows of the result must be read, because SQLite changes the header only after it has returned the
            // first row.
            guard try String.fetchAll(database, sql: "PRAGMA journal_mode = DELETE") == ["delete"] else { return }
        } catch {
            return
        }
        unsafe csqlitesetup_remove_log(sqlite3_db_filename(database.sqliteConnection, "main"))
    }
}
