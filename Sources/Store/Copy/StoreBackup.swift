import FileAccess
import Glibc

extension Store {
    /// Writes everything into one new SQLite file, mode 0600, while others work on: the state of one moment, read back
    /// and compared. Whole or absent.
    ///
    /// - Parameter path: absolute.
    /// - Throws: `SystemError` with `EEXIST` when the path is taken, with `ENOENT` when its folder is not there;
    ///   `StoreError`. Both name `path`, and nothing stays behind.
    public func backUp(
        to path: String, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> [CopiedTable] {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError("create", path, errno: EEXIST) }
        var copied: [CopiedTable] = []
        try AtomicFile.write(to: path, existing: .refuse, mode: 0o600) { partial in
            defer { SQLiteFile.removeCompanions(of: partial.path) }
            copied = try copy(to: Store.open(file: partial.path, named: path), progress: progress)
        }
        return copied
    }

    /// Looks whether a file says that it is a store, which a backup is.
    ///
    /// - Throws: `SystemError` when it can't be read; `StoreError`.
    public static func checkBackup(at path: String) throws {
        try SQLiteHeader(path: path).refuseAllButStores(path: path, hasLog: SQLiteFile.hasLog(path))
    }

    /// Opens a backup without changing it, even an older one: through a working copy that is migrated, and removed when
    /// `work` is done. A log beside the file, as a killed program leaves one, is part of the backup.
    ///
    /// - Parameter folder: where the working copy goes.
    /// - Throws: `SystemError` when the backup can't be read; `StoreError`, which names the backup, or the folder when that
    ///   is full or can't be written.
    public static func withBackup<Result>(
        at path: String, workingIn folder: String, _ work: (Store) throws -> Result
    ) throws -> Result {
        try checkBackup(at: path)
        let copy = "\(folder)/.restore-\(String(UInt64.random(in: .min ... .max), radix: 36)).sqlite"
        defer {
            _ = unsafe unlink(copy)
            SQLiteFile.removeCompanions(of: copy)
        }
        let backup: Store
        do {
            if SQLiteFile.hasLog(path) {
                try SQLiteFile.copyWithLog(path, to: copy)
            } else {
                try SQLiteFile.copy(path, to: copy)
            }
            backup = try open(file: copy, named: path)
        } catch StoreError.diskFull {
            throw StoreError.diskFull(path: folder)
        } catch let error as SystemError where error.path.hasPrefix(copy) {
            throw StoreError(error, path: folder)
        }
        return try work(backup)
    }

    /// A file that its user knows under another name.
    static func open(file: String, named name: String) throws -> Store {
        let history = SchemaHistory(migrations: Migration.all)
        return Store(engine: try SQLiteEngine(path: file, named: name, creating: true, history: history))
    }
}
