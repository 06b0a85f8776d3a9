import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite
import Glibc
import Languages
import Synchronization

/// A store in one SQLite file (Docs/Gate.md, "SQLite, safely").
///
/// The engine has one connection, which only one thread uses at a time. Before a process writes, it takes an exclusive
/// lock. The lock is fair: a process that has just released it can't overtake processes that wait for it. A write-ahead
/// log (WAL) with `synchronous = FULL` makes commits durable. A checkpoint copies the log into the database file.
/// SQLite's automatic checkpoints are off, because of a bug in SQLite before 3.51.3: a checkpoint during the commit of
/// another connection can damage the file. The engine instead makes checkpoints while it holds the exclusive lock.
final class SQLiteEngine: StoreEngine {
    /// The maximum time for which a write waits for the exclusive lock, in seconds.
    private static let lockTimeout = 10
    /// The length of the log at which the log is copied into the database file, in WAL frames (pages of 4 KiB).
    private static let checkpointFrames = 3000

    /// The path of the store, for error messages.
    let path: String
    var mayLoseCommitOutcome: Bool { false }
    /// The schema versions of the store before and after it was opened.
    let migrated: (from: Int, to: Int)
    private let queue: DatabaseQueue
    /// The prepared statements of the connection. They may be used only while `queue` runs a closure.
    private nonisolated(unsafe) let statements = StatementCache()
    /// The size of the connection's page cache. It may be changed only while `queue` runs a closure.
    private nonisolated(unsafe) let cache = PageCache()
    /// The database file. This program opens the file before SQLite does, and releases the file after SQLite has closed
    /// it.
    private let openFile: DatabaseFile
    /// The exclusive lock; nil if no other process can open the file.
    private let exclusiveLock: FairFileLock?
    private let log = WALFrameCounter()
    private let kind: SQLiteFileKind

    /// Opens a store, or creates it if `creating` is true. Migrates an older store to the newest schema version.
    ///
    /// - Parameters:
    ///   - file: the path of the database.
    ///   - name: the path to show in error messages in place of `file`, if users do not know the path `file`; otherwise
    ///     nil.
    ///   - isPrivate: whether no other process can open the file, so that the file needs no lock. The caller unlinks
    ///     such a file as soon as it is open.
    ///   - progress: receives the number of rows that a migration has processed.
    init(
        path file: String, named name: String? = nil, kind: SQLiteFileKind = .store, creating: Bool,
        history: SchemaHistory, isPrivate: Bool = false, progress: (Int) -> Void = { _ in }
    ) throws {
        let path = name ?? file
        // The path must be absolute, so that SQLite can't interpret it as a `file:` URI.
        guard file.hasPrefix("/") else { throw StoreError.storeMissing(path: path) }
        self.path = path
        self.kind = kind
        csqlitesetup_without_memory_statistics()
        try SQLiteChecksums.register(path: path)
        // If SQLite created the file, the file would get its mode from the umask, and the log would get the same mode
        // as the file. A new file is therefore created here first, with mode 0600.
        do { openFile = try DatabaseFile(file, for: creating ? .creating : .writing) } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
        do {
            guard try creating || openFile.size() > 0 else { throw StoreError.notADatabase(path: path) }
            try SQLiteHeader(openFile).refuseForeign(kind, path: path)
            exclusiveLock = try isPrivate ? nil : FairFileLock(path: "\(file)-turn")
            let (log, databaseFile) = (log, openFile)
            (queue, migrated) = try SQLiteEngine.withLock(exclusiveLock) {
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

    /// Closes the connection while this process holds the exclusive lock. The connection that closes last removes the
    /// log. If the last two connections closed at the same moment without the lock, each connection could leave the
    /// removal to the other connection.
    deinit {
        queue.writeWithoutTransaction { _ in unsafe statements.removeAll() }
        do {
            try SQLiteEngine.withLock(exclusiveLock) {
                if kind == .pack, exclusiveLock != nil { queue.writeWithoutTransaction { GatePackLog.close($0) } }
                try queue.close()
                // The lock files of a pack must be removed last. After that, a process that opens the pack creates new
                // lock files and does not wait for this process.
                if kind == .pack, let exclusiveLock, try !SQLiteHeader(openFile).isLogged {
                    exclusiveLock.removeFiles()
                }
            }
        } catch {
            // An error occurred, for example because another process holds the exclusive lock for too long. The
            // connection is then closed without the lock. If the log remains, the next process that opens the store
            // uses the log.
        }
        do {
            try queue.close()
            openFile.release()
        } catch {
            // A connection that can't be closed still needs its locks on the file. The file therefore stays open until
            // the process ends.
        }
    }

    var checksums: PageChecksums { queue.writeWithoutTransaction { SQLiteChecksums.state(of: $0) } }

    /// Adds a checksum to every page. This needs disk space for two more copies of the file.
    ///
    /// - Throws: `StoreError.busy` if another process has the store open; `StoreError.diskFull` if there is not enough
    ///   disk space.
    func addChecksums() throws {
        try withExclusiveLock { try queue.writeWithoutTransaction { try SQLiteChecksums.add(to: $0, path: path) } }
    }

    /// Runs `work` while this process holds the exclusive lock, so that no other process writes.
    func withExclusiveLock<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try SQLiteEngine.withLock(exclusiveLock, work)
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
    }

    private static func withLock<Result>(_ lock: FairFileLock?, _ work: () throws -> Result) throws -> Result {
        guard let lock else { return try work() }
        return try lock.withLock(waitingAtMost: lockTimeout, work)
    }

    /// Adds checksums during the migration of a store without checksums. If another process has the store open, or
    /// there is not enough disk space, the store is used without checksums.
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

    private func connection(_ database: Database) -> SQLiteConnection {
        unsafe SQLiteConnection(database: database, path: path, statements: statements, cache: cache)
    }

    private func write<Result>(
        _ work: (any EngineConnection) throws -> Result, on database: Database
    ) throws -> Result {
        let connection = connection(database)
        defer { unsafe cache.reset(on: database) }
        let outcome = try withExclusiveLock {
            let outcome = Swift.Result {
                try connection.transaction { try work(connection) }
            }
            checkpointIfLong(database)
            return outcome
        }
        return try outcome.get()
    }

    /// Copies the log into the file. If a crash interrupted an earlier copying in the middle of a page, this also
    /// repairs the page, because the log still has the whole page.
    func checkpointLog() throws {
        do {
            try withExclusiveLock { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) } }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Copies the log into the database file (checkpoint mode FULL) if the log is long. Must be called while this
    /// process holds the exclusive lock, so that no other process writes at the same time. This method never waits for
    /// a reader. If a reader still needs the old version of some pages, these pages are copied after a later write.
    private func checkpointIfLong(_ database: Database) {
        guard log.isDue(every: SQLiteEngine.checkpointFrames) else { return }
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        let status = unsafe sqlite3_wal_checkpoint_v2(
            database.sqliteConnection, nil, SQLITE_CHECKPOINT_FULL, nil, nil)
        unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds)
        log.checkpointed(completely: status == SQLITE_OK)
    }

    /// If a killed program has left a log, writes the whole log to the disk again. Must be called before this process
    /// appends to the log. The killed program's last sync may have failed, so that a part of the log is not on the
    /// disk. After a failed sync, the kernel no longer knows which pages it has not written. Another sync would thus
    /// succeed without writing these pages.
    private static func rewriteLeftoverLog(_ file: String, _ path: String) throws {
        let status = unsafe csqlitesetup_write_log_anew(file)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: Sentence(StoreError.Text.logNotRewritten), path: path)
        }
    }

    /// The time to wait if another program has locked the file with SQLite's own locks, in milliseconds. EventPass
    /// processes wait for each other with the exclusive lock instead.
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
                    PRAGMA cache_size = -\(PageCache.usualKiB);
                    """)
            // This call must come after the settings, because it forbids switching the journal off. The settings of a
            // new pack switch the journal off.
            let status = unsafe csqlitesetup_defend(database.sqliteConnection)
            guard status == SQLITE_OK else {
                throw StoreError(status: status, message: Sentence(StoreError.Text.connectionNotSecured), path: path)
            }
            // SQLite calls the WAL hook after each commit. Its automatic checkpoints (`wal_autocheckpoint`) use the
            // same hook, so they are switched off first.
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

/// Tracks the length of the write-ahead log. The WAL hook of the connection calls this object, so the object must
/// outlive the connection.
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
        default: self = .engine(path: path, code: error.errno, message: error.sentence)
        }
    }
}
