import FileAccess
import Glibc

extension StoreError {
    /// Whether this error means that the store's file or disk can't be written. Such a store can't be opened normally,
    /// but `Store.openCopy` can open a copy for reading.
    public var preventsWriting: Bool {
        switch self {
        case .readOnly, .diskFull: true
        default: false
        }
    }
}

extension Store {
    /// Makes a copy of an SQLite store and opens the copy for reading only. This method is for stores on a full or
    /// read-only disk. SQLite can't open such a store directly, because SQLite would have to create files next to the
    /// store. The copy contains the store's state at one moment, including the changes that are only in the store's
    /// log. The files of the copy are unlinked before this method returns, so they disappear when the process ends.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the store.
    ///   - reason: the error that occurred when the store itself was opened. Every attempt to write to the copy throws
    ///     this error.
    ///   - folder: the folder in which the copy is made.
    /// - Throws: `SystemError` if the file can't be copied; otherwise `StoreError`.
    public static func openCopy(of path: String, because reason: StoreError, in folder: String) throws -> Store {
        try openCopy(of: path, as: .store, because: reason, in: folder)
    }

    fileprivate static func openCopy(
        of path: String, as kind: SQLiteFileKind, because reason: StoreError, in folder: String
    ) throws -> Store {
        try SQLiteFile.withUnlinkedFile(in: folder) { copy in
            try SQLiteFile.copyWithLog(path, to: copy)
            let history = SchemaHistory.current
            let engine = try SQLiteEngine(
                path: copy, named: path, kind: kind, creating: false, history: history)
            return Store(engine: ReadOnlyEngine(engine: engine, reason: reason))
        }
    }
}

extension GatePackFile {
    /// Makes a copy of a gate pack and opens the copy for reading only, as `Store.openCopy` does for a store.
    ///
    /// - Throws: the errors of `GatePackFile.open`; `SystemError` if the file can't be copied.
    public static func openCopy(of path: String, because reason: StoreError, in folder: String) throws -> Store {
        if try state(of: path) == .logMissing { throw StoreError.packLogMissing(path: path) }
        let store = try Store.openCopy(of: path, as: .pack, because: reason, in: folder)
        try requirePack(store)
        return store
    }
}

private struct ReadOnlyEngine: StoreEngine {
    let engine: SQLiteEngine
    let reason: StoreError

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { false }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(until: deadline, work) }

    func checkpointLog() throws {}

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { throw reason }
}

extension SQLiteFile {
    /// Calls a closure with the path of a database file that does not exist yet, in a new folder with mode 0700. Then
    /// unlinks the file, the files next to it, and the folder. If the closure has opened the database, the connection
    /// keeps the files, which thus disappear when the connection is closed or the process ends.
    ///
    /// - Throws: `SystemError` if the folder can't be created; errors of `body`.
    static func withUnlinkedFile<Result>(
        in folder: String, _ body: (_ path: String) throws -> Result
    ) throws -> Result {
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        let newFolder = "\(folder)/.eventpass-\(random)"
        guard unsafe mkdir(newFolder, 0o700) == 0 else { throw SystemError(.createFolder, newFolder) }
        let path = "\(newFolder)/store.sqlite"
        defer {
            _ = unsafe unlink(path)
            removeCompanions(of: path)
            _ = unsafe rmdir(newFolder)
        }
        return try body(path)
    }

    /// Copies a store's file and the log next to it, both as they were at one moment. Creates no files next to the
    /// store.
    static func copyWithLog(_ path: String, to target: String) throws {
        // Each process of this program that opens a store creates a lock file next to the store, and locks this file
        // during each write to the store. If the lock file does not exist or can't be opened, another process can write
        // during the copying. The modification times show such a write.
        var lock: FairFileLock?
        if unsafe access("\(path)-turn", F_OK) == 0 { do { lock = try FairFileLock(path: "\(path)-turn") } catch {} }
        for _ in 1...10 {
            let before = FileState(path)
            removeCompanions(of: target)
            _ = unsafe unlink(target)
            func copyBoth() throws {
                try copy(path, to: target)
                if unsafe access("\(path)-wal", F_OK) == 0 { try copy("\(path)-wal", to: "\(target)-wal") }
            }
            do {
                if let lock { try lock.withLock(waitingAtMost: 10, copyBoth) } else { try copyBoth() }
            } catch let error as SystemError where error.path.hasPrefix("\(path)-turn") {
                throw StoreError(error, path: path)
            }
            if FileState(path) == before { return }
        }
        throw StoreError.busy(path: path)
    }

    /// Whether there is a non-empty log next to a store's file.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat("\(path)-wal", &status) == 0 && status.st_size > 0
    }

    /// The sizes, modification times and inode numbers of a store's file and its log.
    private struct FileState: Equatable {
        private var numbers: [Int64] = []

        init(_ path: String) {
            for name in [path, "\(path)-wal"] {
                var status = stat()
                guard unsafe stat(name, &status) == 0 else {
                    numbers.append(-1)
                    continue
                }
                numbers += [
                    Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                    Int64(bitPattern: UInt64(status.st_ino)),
                ]
            }
        }
    }
}
