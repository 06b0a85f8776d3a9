import FileAccess
import Glibc
import Languages

/// The file of a gate pack: an SQLite store with the data of one event. It has the same tables as the main store, but a
/// different SQLite application id (Docs/Gate.md, "Gate packs").
///
/// While the file is open, there is a write-ahead log next to it. When the last connection is closed, the log is copied
/// into the file and removed. After that, the file is complete and can be moved without a log.
public enum GatePackFile {
    /// Opens a gate pack.
    ///
    /// - Parameter path: the absolute path of the pack.
    /// - Throws: `StoreError`, for example `packMissing`, `notAGatePack`, `foreign` or `damaged`; `packLogMissing` if
    ///   the pack was not closed and its log is missing.
    public static func open(_ path: String) throws -> Store {
        let state: State
        do { state = try GatePackFile.state(of: path) } catch let error as SystemError {
            switch error.errno {
            case ENOENT: throw StoreError.packMissing(path: path)
            case EISDIR: throw StoreError.notAGatePack(path: path)
            default: throw StoreError(error, path: path)
            }
        }
        if state == .logMissing { throw StoreError.packLogMissing(path: path) }
        let history = SchemaHistory.current
        let store = Store(engine: try SQLiteEngine(path: path, kind: .pack, creating: false, history: history))
        try requirePack(store)
        return store
    }

    static func requirePack(_ store: Store) throws {
        guard try store.read({ try $0.gatePackRecord.current() }) != nil else {
            throw StoreError.damaged(path: store.path, detail: Sentence(StoreError.Text.descriptionMissing))
        }
    }

    /// Whether a pack's file is complete.
    public enum State: Sendable {
        /// The pack was closed, so the file is complete.
        case closed
        /// The pack was not closed, but its log is next to the file.
        case open
        /// The pack was not closed, and its log is missing. The last admissions may be only in that log, so the file
        /// may be incomplete.
        case logMissing
    }

    /// Reads the state of a pack without opening it.
    ///
    /// - Throws: `SystemError` if the file can't be read; `StoreError` if the file is not a gate pack.
    public static func state(of path: String) throws -> State {
        let header = try SQLiteHeader(path: path)
        try header.refuseForeign(.pack, path: path)
        guard header.isPack else { throw StoreError.notAGatePack(path: path) }
        guard header.isLogged else { return .closed }
        return unsafe access("\(path)-wal", F_OK) == 0 ? .open : .logMissing
    }

    /// Creates a new pack with mode 0600, and calls `fill` with it to write its content. If the creation fails, no file
    /// remains.
    ///
    /// - Throws: `SystemError` with `EEXIST` if the path exists; `StoreError`; any error of `fill`.
    static func create(at path: String, _ fill: (Store) throws -> Void) throws {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError(.create, path, errno: EEXIST) }
        try AtomicFile.write(to: path, existing: .refuse) { partial in
            defer { SQLiteFile.removeCompanions(of: partial.path) }
            let history = SchemaHistory.current
            let engine = try SQLiteEngine(
                path: partial.path, named: path, kind: .newPack, creating: true, history: history)
            try fill(Store(engine: engine))
        }
    }
}
