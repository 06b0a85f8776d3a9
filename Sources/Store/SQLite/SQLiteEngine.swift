import CSQLiteSetup
import FileAccess
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// The store on one SQLite file (GATE, "SQLite, safely").
///
/// One connection, used by one thread at a time; between processes, a fair turn before each write. WAL with
/// `synchronous = FULL`: what is committed is on the disk. SQLite never checkpoints by itself (before 3.51.3 a
/// checkpoint beside another connection's commit can damage the file); the engine does so in its own turn.
final class SQLiteEngine: StoreEngine {
    /// How long a write waits for other processes before it is trouble, in seconds.
    private static let patience = 10
    /// WAL frames (pages of 4 KiB) after which the log is copied back into the database.
    private static let checkpointFrames = 3000

    /// Pages kept in memory, in KiB. Measured: with 64 MiB, SQLite walks its cache for 300 µs each time a page splits.
    private static let cacheKiB = 4096
    /// The same for what writes many rows: else a page of an index is written and read again for each few of its rows.
    private static let cacheKiBForMany = 65_536

    /// What errors name.
    let path: String
    var losesAnswers: Bool { false }
    /// The versions of the schema before and after opening.
    let migrated: (from: Int, to: Int)
    private let queue: DatabaseQueue
    /// Touched by who has the queue only.
    private nonisolated(unsafe) let statements = RecentStatements()
    /// Held from before SQLite opens the file until it has closed it.
    private let held: DatabaseFile
    private let turn: TurnLock
    private let log = LogLength()
    private let kind: SQLiteFileKind

    /// - Parameters:
    ///   - file: the path of the database.
    ///   - name: what errors call it, when the file is one that its user does not know; nil is its path.
    ///   - progress: is told how many rows a migration is through.
    init(
        path file: String, named name: String? = nil, kind: SQLiteFileKind = .store, creating: Bool,
        history: SchemaHistory, progress: (Int) -> Void = { _ in }
    ) throws {
        let path = name ?? file
        // Absolute, so that SQLite can't take it for a `file:` URI.
        guard file.hasPrefix("/") else { throw StoreError.missing(path: path) }
        self.path = path
        self.kind = kind
        csqlitesetup_without_memory_statistics()
        try SQLiteChecksums.register(path: path)
        // SQLite gives a new file the umask's mode, and its log the mode of the file: so the file is made first, 0600.
        do { held = try DatabaseFile(file, for: creating ? .creating : .writing) } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
        do {
            // An empty file is a new store only where one is to be made.
            guard try creating || held.size() > 0 else { throw StoreError.notADatabase(path: path) }
            try SQLiteHeader(held).refuseForeign(kind, path: path)
            turn = try TurnLock(path: "\(file)-turn")
            let (log, held) = (log, held)
            (queue, migrated) = try turn.withTurn(waitingAtMost: SQLiteEngine.patience) {
                try SQLiteEngine.keepLogLeftBehind(file, path)
                if kind == .pack { try PackSeal.open(held, path) }
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
            held.release()
            throw (error as? SystemError).map { StoreError($0, path: path) } ?? StoreError(error, path: path)
        }
    }

    /// Closes in a turn: two that close at the same moment would each leave the log's files to the other.
    deinit {
        queue.writeWithoutTransaction { _ in unsafe statements.forget() }
        do {
            try turn.withTurn(waitingAtMost: SQLiteEngine.patience) {
                if kind == .pack { queue.writeWithoutTransaction { PackSeal.close($0) } }
                try queue.close()
                // The last that is done: who opens the pack from now on makes the files anew, and does not wait.
                if kind == .pack, try !SQLiteHeader(held).isLogged { turn.removeFiles() }
            }
        } catch {
            // The connection closes without a turn; whoever opens the store next puts the log's pages in their place.
        }
        do {
            try queue.close()
            held.release()
        } catch {
            // A connection that cannot close needs its locks: the descriptors stay open as long as the process.
        }
    }

    /// Whether the pages have checksums.
    var checksums: PageChecksums { queue.writeWithoutTransaction { SQLiteChecksums.state(of: $0) } }

    /// Gives every page a checksum; takes as much room again as the file has, twice.
    ///
    /// - Throws: `StoreError.busy` while another process has the store open; `diskFull`.
    func addChecksums() throws {
        try inTurn { try queue.writeWithoutTransaction { try SQLiteChecksums.add(to: $0, path: path) } }
    }

    /// Does `work` while no other process writes.
    func inTurn<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try turn.withTurn(waitingAtMost: SQLiteEngine.patience, work)
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
    }

    /// A store that is migrated gets its checksums with that. While others have it open or there is no room, it goes on
    /// without them, as before; a look at the whole store says so.
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

    func writeMany<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        try queue.writeWithoutTransaction { database in
            SQLiteEngine.setCache(of: database, SQLiteEngine.cacheKiBForMany)
            defer { SQLiteEngine.setCache(of: database, SQLiteEngine.cacheKiB) }
            return try write(work, on: database)
        }
    }

    /// A wish: without it the work takes longer, and no more.
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
        let outcome = try inTurn {
            let outcome = Swift.Result {
                try connection.transaction { try work(connection) }
            }
            checkpointIfLong(database)
            return outcome
        }
        return try outcome.get()
    }

    /// A page that a crash tore while it was copied from the log to the file is whole in the log, and differs from its
    /// checksum in the file.
    func finishLog() throws {
        do {
            try inTurn { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) } }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Copies a long log back into the database, with writers kept out (mode FULL, in our turn). It never waits for a
    /// reader: then it copies what it can, and a later write tries again.
    private func checkpointIfLong(_ database: Database) {
        guard log.isDue(every: SQLiteEngine.checkpointFrames) else { return }
        unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
        let status = unsafe sqlite3_wal_checkpoint_v2(
            database.sqliteConnection, nil, SQLITE_CHECKPOINT_FULL, nil, nil)
        unsafe sqlite3_busy_timeout(database.sqliteConnection, SQLiteEngine.busyMilliseconds)
        log.checkpointed(completely: status == SQLITE_OK)
    }

    /// What a program that was killed has left in the log may not be on the disk, though a sync says so: the kernel forgets
    /// what a failed one should have written. It is written again before anything is committed behind it.
    private static func keepLogLeftBehind(_ file: String, _ path: String) throws {
        let status = unsafe csqlitesetup_write_log_anew(file)
        guard status == SQLITE_OK else {
            throw StoreError(status: status, message: "the log that was left there can't be written anew", path: path)
        }
    }

    /// For locks that a foreign program holds; ours take turns.
    static let busyMilliseconds: Int32 = 5000

    private static func configuration(
        _ path: String, _ kind: SQLiteFileKind, creating: Bool, _ history: SchemaHistory, _ log: LogLength
    ) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(busyMilliseconds) / 1000)
        configuration.prepareDatabase { database in
            SQLiteChecksums.reserve(in: database)
            if kind == .pack { PackSeal.keepLog(of: database) }
            try SQLiteSchema.refuseForeign(database, kind, creating: creating, history, path: path)
            try database.execute(
                sql: """
                    \(kind.settings)
                    PRAGMA mmap_size = 0;
                    PRAGMA cache_size = -\(cacheKiB);
                    """)
            // Behind the settings: a new pack's journal is switched off by one that this forbids.
            let status = unsafe csqlitesetup_defend(database.sqliteConnection)
            guard status == SQLITE_OK else {
                throw StoreError(status: status, message: "the connection can't be made safe", path: path)
            }
            // Also replaces SQLite's own checkpoints (`wal_autocheckpoint`), which use the same hook.
            unsafe sqlite3_wal_autocheckpoint(database.sqliteConnection, 0)
            unsafe sqlite3_wal_hook(
                database.sqliteConnection,
                { context, _, _, frames in
                    if let context = unsafe context {
                        unsafe Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().committed(
                            frames: Int(frames))
                    }
                    return SQLITE_OK
                }, Unmanaged.passUnretained(log).toOpaque())
        }
        return configuration
    }
}

/// How long the write-ahead log has grown. Outlives the connection whose hook reports here.
private final class LogLength: Sendable {
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
        case ENOENT: self = .missing(path: path)
        case EACCES, EPERM, EROFS: self = .readOnly(path: path)
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case ETIMEDOUT: self = .busy(path: path)
        case EISDIR: self = .notADatabase(path: path)
        default: self = .engine(path: path, code: error.errno, message: error.description)
        }
    }
}
