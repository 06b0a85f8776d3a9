import CSQLiteChecksums
import GRDB
import GRDBSQLite
import Languages

/// Whether the pages of an SQLite file have checksums. If they do, each page is compared with its checksum whenever
/// SQLite reads it.
public enum PageChecksums: Sendable {
    case kept
    /// The pages have no checksums, because an older version of this program created the file.
    case missing
}

/// Manages the checksums of the pages of an SQLite file. With checksums, a damaged byte always causes an error, and
/// never a wrong or missing row.
enum SQLiteChecksums {
    /// Installs the code that writes and compares the checksums. Must be called before the first connection is opened.
    /// Further calls have no effect.
    static func register(path: String) throws {
        let status = csqlitechecksums_register()
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: Sentence(StoreError.Text.checksumsNotInstalled), path: path)
        }
    }

    /// Reserves space for the checksum in each page. In a new file, all pages have this space. An older file gets the
    /// space when it is vacuumed (`add`).
    static func reserve(in database: Database) {
        var count = Int32(CSQLITECHECKSUMS_BYTES)
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    }

    static func state(of database: Database) -> PageChecksums {
        unsafe csqlitechecksums_are_kept(database.sqliteConnection) != 0 ? .kept : .missing
    }

    /// Writes every page again with a checksum. This needs disk space for two more copies of the file: a temporary file
    /// of SQLite, and the log.
    ///
    /// - Throws: `StoreError.busy` if another connection has the file open. That connection may belong to an older
    ///   version of this program, which would write pages without checksums.
    static func add(to database: Database, path: String) throws {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        defer { unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds) }
        do {
            // SQLite leaves WAL mode only if no other connection is open. From then on, no other process can open a
            // connection, because this process holds the exclusive lock. The file then returns to WAL mode, so VACUUM
            // writes the new pages to the log. The checkpoint copies these pages into the file in order, beginning with
            // the first page. This order is necessary, because the first page says whether the other pages get
            // checksums.
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StoreError.busy(path: path)
            }
            try database.execute(sql: "PRAGMA journal_mode = WAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    static func damagedPages(of database: Database, path: String) throws -> [Int64] {
        let found = PageNumbers()
        let status = unsafe csqlitechecksums_compare(
            database.sqliteConnection, Unmanaged.passUnretained(found).toOpaque()
        ) { context, page in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<PageNumbers>.fromOpaque(context).takeUnretainedValue().all.append(page)
        }
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: Sentence(StoreError.Text.pagesUnreadable), path: path)
        }
        return found.all
    }
}

private final class PageNumbers {
    var all: [Int64] = []
}
