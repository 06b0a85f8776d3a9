import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite

/// Manages the write-ahead log of a gate pack. A gate pack is the SQLite file that a gate works with. The file's header
/// says whether the file has a log. A pack whose log is missing is thus recognised and not opened.
///
/// The log is created and synced before the header mentions it, and it is removed after the header no longer mentions
/// it. After a crash or a power failure, every log that a header mentions thus exists, and the pack can be opened
/// again. SQLite alone would create the log after changing the header, and remove the log before changing the header.
enum GatePackLog {
    /// Creates the log of a pack that is about to be opened.
    ///
    /// - Parameter path: the path for error messages.
    static func open(_ file: DatabaseFile, _ path: String) throws {
        guard try !SQLiteHeader(file).isLogged else { return }
        let status = unsafe csqlitesetup_make_log(file.path)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "its log can't be created", path: path)
        }
    }

    /// Makes SQLite keep the log file when SQLite closes the database. Must be called for each connection.
    static func persistLog(of database: Database) {
        var keeps: Int32 = 1
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Copies the log into the file and removes the log, so that the file can be moved alone. Does nothing if other
    /// connections have the file open, because the connection that is closed last removes the log. If a step fails, the
    /// header still mentions the log, and the log is kept.
    static func close(_ database: Database) {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        do {
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            // All rows must be read, because SQLite changes the header only after it has returned the first row.
            guard try String.fetchAll(database, sql: "PRAGMA journal_mode = DELETE") == ["delete"] else { return }
        } catch {
            return
        }
        unsafe csqlitesetup_remove_log(sqlite3_db_filename(database.sqliteConnection, "main"))
    }
}
