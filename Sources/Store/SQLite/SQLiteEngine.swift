import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// A store in one SQLite file (GATE, "SQLite, safely").
///
/// The engine has one connection, used by one thread at a time. Before each write, every process takes a fair exclusive
/// lock. WAL with `synchronous = FULL` makes commits durable. SQLite's automatic checkpoints are off: before version
/// 3.51.3, a checkpoint during another connection's commit can damage the file. The engine makes checkpoints itself
/// while it holds the lock.
final class SQLiteEngine: StoreEngine {
    /// The time that a write waits for other processes before it fails, in seconds.
    private static let lockTimeout = 10
    /// The number of WAL frames (pages of 4 KiB) after which the log is copied into the database.
    private static let checkpointFrames = 3000

    /// The size of the page cache, in KiB. With a cache of 64 MiB, each split of a page took 300 µs in a measurement,
    /// because SQLite then walks through the whole cache.
    private static let cacheKiB = 4096
    /// The size of the page cache for writes of many rows, in KiB. With a smaller cache, an index page would be written
    /// and read again after every few rows that are added to it.
    private static let bulkCacheKiB = 65_536

    /// The path for error messages.
    let path: String
    var mayLoseCommitOutcome: Bool { false }
    /// The schema versions before and after opening.
    let migrated: (from: Int, to: Int)
    private let queue: DatabaseQueue
    /// Accessed only on the queue.
    private nonisolated(unsafe) let statements = StatementCache()
    /// Opened before SQLite opens the file, and released after SQLite has closed the file.
    private let openFile: DatabaseFile
    private let exclusiveLock: FairFileLock
    private let log = WALFrameCounter()
    private let kind: SQLiteFileKind

    /// - Parameters:
    ///   - file: the path of the database.
    ///   - name: the path for error messages, if users do not know `file`; nil to use `file`.
    ///   - progress: receives the number of rows that a migration has processed.
    init(
        path file: String, named name: String? = nil, kind: SQLiteFileKind = .store, creating: Bool,
        history: SchemaHistory, progress: (Int) -> Void = { _ in }
    ) throws {
        let path = name ?? file
        // The path must be absolute, so that SQLite can't interpret it as a `file:` URI.
        guard file.hasPrefix("/") else { throw StoreError.storeMissing(path: path) }
        self.path = path
        self.kind = kind
        csqlitesetup_without_memory_statistics()
        try SQLiteChecksums.register(path: path)
        // SQLite would create a new file with the umask's mode, and the log with the mode of the file. The file is
        // therefore created here first, with mode 0600.
        do { openFile = try DatabaseFile(file, for: creating ? .creating : .writing) } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
        do {
            // An empty file is accepted only if a new store is to be created.
            guard try creating || openFile.size() > 0 else { throw StoreError.notADatabase(path: path) }
            try SQLiteHeader(openFile).refuseForeign(kind, path: path)
            exclusiveLock = try FairFileLock(path: "\(file)-turn")
            let (log, databaseFile) = (log, openFile)
            (queue, migrated) = try exclusiveLock.withLock(waitingAtMost: SQLiteEngine.lockTimeout) {
                try SQLiteEngine.rewriteLeftoverLog(file, path)
                if kind == .pack { try GatePackLog.open(databaseFile, path) }
                let queue = try DatabaseQueue(
                    path: file, configuration: SQLiteEngine.configuration(path, kind, creating: creating, history, log))
                let migrated = try queue.writeWithoutTransaction { database in
                    let migrated = try SQLiteSchema.migrate(database, kind, history, path: path, progress: progress)
                    if migrated.from < migrated.to { try SQLiteEngine.addChecksumsIfPossible(to: database, path) }
                    return migrated
                }
                return (queue, migrated)
            }
        } catch {
            openFile.release()
            throw (error as? SystemError).map { StoreError($0, path: path) } ?? StoreError(error, path: path)
        }
    }

    /// Closes the connection under the exclusive lock. Without the lock, two connections that close at the same moment
    /// could each leave the removal of the log's files to the other connection.
    deinit {
        queue.writeWithoutTransaction { _ in unsafe statements.removeAll() }
        do {
            try exclusiveLock.withLock(waitingAtMost: SQLiteEngine.lockTimeout) {
                if kind == .pack { queue.writeWithoutTransaction { GatePackLog.close($0) } }
                try queue.close()
                // The lock files must be removed last. A process that opens the pack from now on creates new lock files
                // and does not wait for this process.
                if kind == .pack, try !SQLiteHeader(openFile).isLogged { exclusiveLock.removeFiles() }
            }
        } catch {
            // The connection closes without the lock. The next process that opens the store copies the pages of the log
            // into the file.
        }
        do {
            try queue.close()
            openFile.release()
        } catch {
            // A connection that can't be closed still needs its locks, so its descriptors stay open until the process
            // ends.
        }
    }

    /// Whether the pages have checksums.
    var checksums: PageChecksums { queue.writeWithoutTransaction { SQLiteChecksums.state(of: $0) } }

    /// Adds a checksum to every page. Temporarily needs disk space for two more copies of the file.
    ///
    /// - Throws: `StoreError.busy` if another process has the store open; `diskFull`.
    func addChecksums() throws {
        try withExclusiveLock { try queue.writeWithoutTransaction { try SQLiteChecksums.add(to: $0, path: path) } }
    }

    /// Runs `work` while no other process writes.
    func withExclusiveLock<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try exclusiveLock.withLock(waitingAtMost: SQLiteEngine.lockTimeout, work)
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
    }

    /// Adds checksums to a store that is being migrated. If another process has the store open, or the disk space is
    /// too small, the store continues without checksums. A check of the whole store reports missing checksums.
    private static func addChecksumsIfPossible(to database: Database, _ path: String) throws {
        guard case .missing = SQLiteChecksums.state(of: database) else { return }
        do {
            try SQLiteChecksums.add(to: database, path: path)
        } catch StoreError.busy {} catch StoreError.diskFull {}
    }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try queue.writeWithoutTransaction { database in
            let connection = connection(database)
            return try connection.snapshot { try work(connection) }
        }
    }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try queue.writeWithoutTransaction { try write(work, on: $0) }
    }

    func bulkWrite<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try queue.writeWithoutTransaction { database in
            SQLiteEngine.setCache(of: database, SQLiteEngine.bulkCacheKiB)
            defer { SQLiteEngine.setCache(of: database, SQLiteEngine.cacheKiB) }
            return try write(work, on: database)
        }
    }

    /// Sets the size of the page cache, in KiB. A failure is ignored, because with the old cache size the work only
    /// takes longer.
    private static func setCache(of database: Database, _ size: Int) {
        unsafe sqlite3_exec(database.sqliteConnection, "PRAGMA cache_size = -\(size)", nil, nil, nil)
    }

    private func connection(_ database: Database) -> SQLiteConnection {
        unsafe SQLiteConnection(database: database, path: path, statements: statements)
    }

    private func write<Result>(
        _ work: (any EngineConnection) throws -> Result, on database: Database
    ) throws -> Result {
        let connection = connection(database)
        let outcome = try withExclusiveLock {
            let outcome = Swift.Result {
                try connection.transaction { try work(connection) }
            }
            checkpointIfLong(database)
            return outcome
        }
        return try outcome.get()
    }

    /// Copies the log into the file. A crash may have interrupted an earlier copy in the middle of a page. In the file,
    /// that page differs from its checksum. The log still has the whole page, so this copy repairs the file.
    func checkpointLog() throws {
        do {
            try withExclusiveLock { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) } }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Copies a long log into the database (mode FULL). No other process writes during the copy, because this process
    /// holds the exclusive lock. The copy never waits for a reader: it copies as many pages as it can, and a later
    /// write copies the rest.
    private func checkpointIfLong(_ database: Database) {
        guard log.isDue(every: SQLiteEngine.checkpointFrames) else { return }
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        let status = unsafe sqlite3_wal_checkpoint_v2(
            database.sqliteConnection, nil, SQLITE_CHECKPOINT_FULL, nil, nil)
        unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds)
        log.checkpointed(completely: status == SQLITE_OK)
    }

    /// Rewrites a log that a killed program left behind, before this process appends to the log. The killed program's
    /// last sync may have failed, so that a part of the log is not on the disk. After a failed sync, the kernel forgets
    /// which pages it has not written, so a new sync would succeed without writing them.
    private static func rewriteLeftoverLog(_ file: String, _ path: String) throws {
        let status = unsafe csqlitesetup_write_log_anew(file)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "the log left by another program can't be rewritten", path: path)
        }
    }

    /// The time to wait for the locks of other programs. EventPass processes use the exclusive lock to wait for each
    /// other.
    static let busyMilliseconds: Int32 = 5000

    private static func configuration(
        _ path: String, _ kind: SQLiteFileKind, creating: Bool, _ history: SchemaHistory, _ log: WALFrameCounter
    ) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(busyMilliseconds) / 1000)
        configuration.prepareDatabase { database in
            SQLiteChecksums.reserve(in: database)
            if kind == .pack { GatePackLog.persistLog(of: database) }
            try SQLiteSchema.refuseForeign(database, kind, creating: creating, history, path: path)
            try database.execute(
                sql: """
                    \(kind.settings)
                    PRAGMA mmap_size = 0;
                    PRAGMA cache_size = -\(cacheKiB);
                    """)
            // This call must follow the settings. The settings of a new pack switch the journal off, and this call
            // forbids that.
            let status = unsafe csqlitesetup_defend(database.sqliteConnection)
            guard status == SQLITE_OK else {
                throw StoreError(status: status, message: "the connection can't be secured", path: path)
            }
            // SQLite's automatic checkpoints (`wal_autocheckpoint`) use the same hook, so this hook replaces them.
            unsafe sqlite3_wal_autocheckpoint(database.sqliteConnection, 0)
            unsafe sqlite3_wal_hook(
                database.sqliteConnection,
                { context, _, _, frames in
                    if let context = unsafe context {
                        unsafe Unmanaged<WALFrameCounter>.fromOpaque(context).takeUnretainedValue().committed(
                            frames: Int(frames))
                    }
                    return SQLITE_OK
                }, Unmanaged.passUnretained(log).toOpaque())
        }
        return configuration
    }
}

/// Tracks the length of the write-ahead log. This object outlives the connection whose hook calls it.
private final class WALFrameCounter: Sendable {
    private let frames = Atomic(0)
    private let lastAttempt = Atomic(0)

    func committed(frames count: Int) {
        if count < lastAttempt.load(ordering: .relaxed) { lastAttempt.store(0, ordering: .relaxed) }
        frames.store(count, ordering: .relaxed)
    }

    func isDue(every interval: Int) -> Bool {
        frames.load(ordering: .relaxed) >= lastAttempt.load(ordering: .relaxed) + interval
    }

    func checkpointed(completely: Bool) {
        lastAttempt.store(completely ? 0 : frames.load(ordering: .relaxed), ordering: .relaxed)
        if completely { frames.store(0, ordering: .relaxed) }
    }
}

extension StoreError {
    init(_ error: SystemError, path: String) {
        switch error.errno {
        case ENOENT: self = .storeMissing(path: path)
        case EACCES, EPERM, EROFS: self = .readOnly(path: path)
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case ETIMEDOUT: self = .busy(path: path)
        case EISDIR: self = .notADatabase(path: path)
        default: self = .engine(path: path, code: error.errno, message: error.description)
        }
    }
}
