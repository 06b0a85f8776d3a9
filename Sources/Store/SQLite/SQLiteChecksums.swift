import CSQLiteChecksums
import GRDB
import GRDBSQLite

/// Whether the pages of a file have checksums. SQLite compares a page with its checksum whenever it reads the page.
public enum PageChecksums: Sendable {
    case kept
    /// The file was created by a version without checksums.
    case missing
}

/// Manages the checksums of a file's pages. With checksums, a damaged byte causes an error, never a wrong or missing
/// row.
enum SQLiteChecksums {
    /// Installs the checksum layer. Must be called before a connection is opened; later calls have no effect.
    static func register(path: String) throws {
        let status = csqlitechecksums_register()
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "the checksum layer can't be installed", path: path)
        }
    }

    /// Reserves space for the checksum in each page. A new file has this space from its first page on. An older file
    /// gets the space when the file is vacuumed.
    static func reserve(in database: Database) {
        var count = Int32(CSQLITECHECKSUMS_BYTES)
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    }

    static func state(of database: Database) -> PageChecksums {
        unsafe csqlitechecksums_are_kept(database.sqliteConnection) != 0 ? .kept : .missing
    }

    /// Writes every page again, with a checksum. Temporarily needs disk space for two more copies of the file: SQLite's
    /// temporary file and the log.
    ///
    /// - Throws: `StoreError.busy` if another connection has the file open. That connection may belong to an older
    ///   version, which would write pages without checksums.
    static func add(to database: Database, path: String) throws {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        defer { unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds) }
        do {
            // SQLite can leave WAL mode only if no other connection is open. No other process can open a connection
            // while this process holds the exclusive lock. In WAL mode, VACUUM writes the new pages to the log. The
            // checkpoint then copies these pages into the file in order, beginning with the first page.
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StoreError.busy(path: path)
            }
            try database.execute(sql: "PRAGMA journal_mode = WAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The numbers of the pages that differ from their checksums.
    static func damagedPages(of database: Database, path: String) throws -> [Int64] {
        let found = PageNumbers()
        let status = unsafe csqlitechecksums_compare(
            database.sqliteConnection, Unmanaged.passUnretained(found).toOpaque()
        ) { context, page in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<PageNumbers>.fromOpaque(context).takeUnretainedValue().all.append(page)
        }
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "the pages can't be read", path: path)
        }
        return found.all
    }
}

private final class PageNumbers {
    var all: [Int64] = []
}
