import FileAccess
import Glibc

extension StoreError {
    /// Whether a store can't be opened because nothing can be written where it is, though it can be read.
    public var isAboutWriting: Bool {
        switch self {
        case .readOnly, .diskFull: true
        default: false
        }
    }
}

extension Store {
    /// Opens a copy of a SQLite store, to be read: on a disk that is full or read-only, SQLite can't open the file itself,
    /// since it makes files beside it. The copy is of one moment and has what the log has. It has no name any more when
    /// this returns, and is gone with the process.
    ///
    /// - Parameters:
    ///   - path: absolute, of the store.
    ///   - reason: why the store itself can't be opened; each change throws it.
    ///   - folder: where the copy goes.
    /// - Throws: `StoreError`; `SystemError` when it can't be copied.
    public static func openCopy(of path: String, because reason: StoreError, in folder: String) throws -> Store {
        try openCopy(of: path, as: .store, because: reason, in: folder)
    }

    fileprivate static func openCopy(
        of path: String, as kind: SQLiteFileKind, because reason: StoreError, in folder: String
    ) throws -> Store {
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        let place = "\(folder)/.eventpass-\(random)"
        guard unsafe mkdir(place, 0o700) == 0 else { throw SystemError("make the folder", place) }
        let copy = "\(place)/store.sqlite"
        defer {
            _ = unsafe unlink(copy)
            SQLiteFile.removeCompanions(of: copy)
            _ = unsafe rmdir(place)
        }
        try SQLiteFile.copyWithLog(path, to: copy)
        let history = SchemaHistory(migrations: Migration.all)
        let engine = try SQLiteEngine(
            path: copy, named: path, kind: kind, creating: false, history: history)
        return Store(engine: ReadingEngine(engine: engine, reason: reason))
    }
}

extension PackFile {
    /// Opens a copy of a pack, to be read, as `Store.openCopy` does of a store.
    ///
    /// - Throws: `StoreError`, as `open`; `SystemError` when it can't be copied.
    public static func openCopy(of path: String, because reason: StoreError, in folder: String) throws -> Store {
        if try state(of: path) == .logMissing { throw StoreError.unsealed(path: path) }
        let store = try Store.openCopy(of: path, as: .pack, because: reason, in: folder)
        try demandPack(store)
        return store
    }
}

/// A store that is only read.
private struct ReadingEngine: StoreEngine {
    let engine: SQLiteEngine
    let reason: StoreError

    var path: String { engine.path }
    var losesAnswers: Bool { false }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(until: deadline, work) }

    func finishLog() throws {}

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { throw reason }
}

extension SQLiteFile {
    /// Copies a store's file and its log, as they are at one moment. Makes no files beside them.
    static func copyWithLog(_ path: String, to target: String) throws {
        // A program that has the store open has made the files of the turn. Without them, or where they can't be opened, the
        // times of the files show a writer.
        var turn: TurnLock?
        if unsafe access("\(path)-turn", F_OK) == 0 { do { turn = try TurnLock(path: "\(path)-turn") } catch {} }
        for _ in 1...10 {
            let before = Stamp(path)
            removeCompanions(of: target)
            _ = unsafe unlink(target)
            func copyBoth() throws {
                try copy(path, to: target)
                if unsafe access("\(path)-wal", F_OK) == 0 { try copy("\(path)-wal", to: "\(target)-wal") }
            }
            do {
                if let turn { try turn.withTurn(waitingAtMost: 10, copyBoth) } else { try copyBoth() }
            } catch let error as SystemError where error.path.hasPrefix("\(path)-turn") {
                throw StoreError(error, path: path)
            }
            if Stamp(path) == before { return }
        }
        throw StoreError.busy(path: path)
    }

    /// Whether a log with content lies beside a store's file: the newest commits may be in the log alone.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat("\(path)-wal", &status) == 0 && status.st_size > 0
    }

    /// What tells whether a store's file or log has changed.
    private struct Stamp: Equatable {
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
