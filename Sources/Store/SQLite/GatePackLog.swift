import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite

/// Manages the log of a gate pack. The pack's header says whether a log belongs to the file, so that a pack without its
/// log is not opened.
///
/// The log is created and synced before the header mentions it, and removed after the header no longer does. So
/// whenever a program is killed or the power fails, a pack whose header mentions a log has one beside it, and can be
/// opened again. SQLite alone would create the log after changing the header, and remove it before.
enum GatePackLog {
    /// Creates the log of a pack that is about to be opened.
    ///
    /// - Parameter path: the path to show in errors.
    static func open(_ file: DatabaseFile, _ path: String) throws {
        guard try !SQLiteHeader(file).isLogged else { return }
        let status = unsafe csqlitesetup_make_log(file.path)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "its log can't be created", path: path)
        }
    }

    /// Makes SQLite keep the log when it closes the file. Must be called for each connection.
    static func persistLog(of database: Database) {
        var keeps: Int32 = 1
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Copies the log into the file and removes it, so that the file can be moved alone. Does nothing if other
    /// connections have the file open: the last one to close does it. If this fails, the pack stays open and keeps its
    /// log.
    static func close(_ database: Database) {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        do {
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            // Reads all rows, because SQLite changes the header after it has returned the first.
            guard try String.fetchAll(database, sql: "PRAGMA journal_mode = DELETE") == ["delete"] else { return }
        } catch {
            return
        }
        unsafe csqlitesetup_remove_log(sqlite3_db_filename(database.sqliteConnection, "main"))
    }
}
