import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite

/// The seal of a pack: its header says whether a log belongs to it, so that one that came without its log is refused.
///
/// The log is on the disk before the header says so, and goes after the header says no more: whenever a program is killed
/// or the power fails, a pack whose header speaks of a log has one beside it, and opens again. SQLite alone makes the log
/// after the header, and removes it before.
enum PackSeal {
    /// Breaks the seal of a pack that is to be opened.
    ///
    /// - Parameter path: what errors name.
    static func open(_ file: DatabaseFile, _ path: String) throws {
        guard try !SQLiteHeader(file).isLogged else { return }
        let status = unsafe csqlitesetup_make_log(file.path)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "no log can be made beside it", path: path)
        }
    }

    /// To be said of each connection: SQLite leaves the log where it is when it closes the file.
    static func keepLog(of database: Database) {
        var keeps: Int32 = 1
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
    }

    /// Brings the log's pages into the file and leaves the log behind, so that one file travels. Not while others have the
    /// file open: the last who closes it does. What fails here leaves the pack open, with its log.
    static func close(_ database: Database) {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        do {
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            // All rows, since the header is written behind the first.
            guard try String.fetchAll(database, sql: "PRAGMA journal_mode = DELETE") == ["delete"] else { return }
        } catch {
            return
        }
        unsafe csqlitesetup_remove_log(sqlite3_db_filename(database.sqliteConnection, "main"))
    }
}
