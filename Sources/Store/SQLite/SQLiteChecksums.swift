import CSQLiteChecksums
import GRDB
import GRDBSQLite

/// Whether a file's pages have checksums, which are compared whenever a page is read.
public enum PageChecksums: Sendable {
    case kept
    /// The file was made by a version that had none.
    case missing
}

/// The checksums of a file's pages: a damaged byte is an error, never a row that is read wrongly, or not found.
enum SQLiteChecksums {
    /// To be called before a connection is opened; later calls do nothing.
    static func register(path: String) throws {
        let status = csqlitechecksums_register()
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "the layer of checksums can't be put in place", path: path)
        }
    }

    /// Asks for room in each page, which a new file gets with its first one, and an older one when it is vacuumed.
    static func reserve(in database: Database) {
        var count = Int32(CSQLITECHECKSUMS_BYTES)
        unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    }

    static func state(of database: Database) -> PageChecksums {
        unsafe csqlitechecksums_are_kept(database.sqliteConnection) != 0 ? .kept : .missing
    }

    /// Writes every page anew, with a checksum. Takes as much room again as the file has, once for SQLite's temporary file
    /// and once for the log.
    ///
    /// - Throws: `StoreError.busy` while another connection has the file open: it may be an older version's, which would
    ///   write pages without them.
    static func add(to database: Database, path: String) throws {
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        defer { unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds) }
        do {
            // Only who is alone can leave the write-ahead log, and nobody comes in during this turn. The log is where the
            // new pages go, so that they reach the file in their order and after the first.
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
                throw StoreError.busy(path: path)
            }
            try database.execute(sql: "PRAGMA journal_mode = WAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The numbers of pages that differ from their checksums.
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
