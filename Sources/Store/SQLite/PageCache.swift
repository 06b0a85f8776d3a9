import GRDB
import GRDBSQLite

/// Sets the size of a connection's page cache. The cache is small, except during a transaction in which one statement
/// writes many rows, or in which a whole table is loaded.
final class PageCache {
    /// The usual size of the cache, in KiB. A larger cache makes single writes slower, because SQLite walks through the
    /// whole cache whenever it splits a full page. In a measurement with 64 MiB, each such split took 300 µs.
    static let usualKiB = 2048
    /// The size of the cache while many rows are written, in KiB. With a smaller cache, an index page would leave the
    /// cache after only a few rows were added to it. It would then have to be written, and read again for the next
    /// rows.
    private static let largeKiB = 32_768
    /// If a statement is executed for at least this many rows in one call, the cache becomes large.
    private static let manyRows = 100

    private var isLarge = false

    func prepare(forRows count: Int, on database: Database) {
        if count >= PageCache.manyRows { enlarge(on: database) }
    }

    func enlarge(on database: Database) {
        if !isLarge { isLarge = set(PageCache.largeKiB, on: database) }
    }

    func reset(on database: Database) {
        if isLarge { isLarge = !set(PageCache.usualKiB, on: database) }
    }

    /// Sets the size of the cache. Returns false if SQLite refuses; the work can also be done with another size, only
    /// more slowly.
    private func set(_ size: Int, on database: Database) -> Bool {
        unsafe sqlite3_exec(database.sqliteConnection, "PRAGMA cache_size = -\(size)", nil, nil, nil) == SQLITE_OK
    }
}
