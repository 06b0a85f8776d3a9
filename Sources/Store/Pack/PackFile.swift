import FileAccess
import Glibc

/// The file of a gate pack: a SQLite store of one event, with the same tables and an id of its own (GATE, "Packs").
///
/// While it is open it has a log beside it; whoever closes it last seals it, so that one file travels.
public enum PackFile {
    /// Opens a pack to work with it.
    ///
    /// - Parameter path: absolute.
    /// - Throws: `StoreError`: `noPack`, `isNoPack`, `foreign`, `damaged`; and `unsealed` for a pack that was left open
    ///   elsewhere and came without its log.
    public static func open(_ path: String) throws -> Store {
        let state: State
        do { state = try PackFile.state(of: path) } catch let error as SystemError {
            switch error.errno {
            case ENOENT: throw StoreError.noPack(path: path)
            case EISDIR: throw StoreError.isNoPack(path: path)
            default: throw StoreError(error, path: path)
            }
        }
        if state == .logMissing { throw StoreError.unsealed(path: path) }
        let history = SchemaHistory(migrations: Migration.all)
        let store = Store(engine: try SQLiteEngine(path: path, kind: .pack, creating: false, history: history))
        try demandPack(store)
        return store
    }

    static func demandPack(_ store: Store) throws {
        guard try store.read({ try $0.packRows.current() }) != nil else {
            throw StoreError.damaged(path: store.path, detail: "it does not say what it is a pack of")
        }
    }

    /// Whether a pack's file is all of it.
    public enum State: Sendable {
        /// Closed: the file is all there is.
        case sealed
        /// Not closed, with its log beside it.
        case open
        /// Not closed, and its log is not there: the last admissions may be in it.
        case logMissing
    }

    /// Looks at a pack without opening it.
    ///
    /// - Throws: `SystemError` when it can't be read; `StoreError` for what is no pack.
    public static func state(of path: String) throws -> State {
        let header = try SQLiteHeader(path: path)
        try header.refuseForeign(.pack, path: path)
        guard header.isPack else { throw StoreError.isNoPack(path: path) }
        guard header.isLogged else { return .sealed }
        return unsafe access("\(path)-wal", F_OK) == 0 ? .open : .logMissing
    }

    /// Makes a new pack, mode 0600, whole or absent.
    ///
    /// - Throws: `SystemError` with `EEXIST` when the path is taken; `StoreError`; what `fill` throws.
    static func create(at path: String, _ fill: (Store) throws -> Void) throws {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError("create", path, errno: EEXIST) }
        try AtomicFile.write(to: path, existing: .refuse, mode: 0o600) { partial in
            defer { SQLiteFile.removeCompanions(of: partial.path) }
            let history = SchemaHistory(migrations: Migration.all)
            let engine = try SQLiteEngine(
                path: partial.path, named: path, kind: .newPack, creating: true, history: history)
            try fill(Store(engine: engine))
        }
    }
}
