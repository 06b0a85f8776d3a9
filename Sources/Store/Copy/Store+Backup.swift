import FileAccess
import Glibc

extension Store {
    /// Writes the whole store into a new SQLite file (the backup) with mode 0600. Other connections can use the store
    /// at the same time. The backup contains the rows of the store at one moment, and the files of its pictures. The
    /// files of a picture can be missing in the backup if they are missing in the store, or if the picture is removed
    /// or replaced during the backup. Before this method returns, the rows of the backup are read and compared with the
    /// store. If this method throws, no file remains.
    ///
    /// - Parameter path: the absolute path of the backup.
    /// - Throws: `StoreError` if the store can't be read, or the backup can't be written; `SystemError` with `EEXIST`
    ///   if the path exists, or with `ENOENT` if the folder of the path does not exist. The path in the `EEXIST` or
    ///   `ENOENT` error is `path`.
    public func backUp(
        to path: String, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> [CopiedTable] {
        guard unsafe access(path, F_OK) != 0 else { throw SystemError(.create, path, errno: EEXIST) }
        var copied: [CopiedTable] = []
        try AtomicFile.write(to: path, existing: .refuse) { partial in
            defer { SQLiteFile.removeCompanions(of: partial.path) }
            copied = try copy(
                to: Store.open(file: partial.path, named: path), pictures: TablePictureStore(), progress: progress)
        }
        return copied
    }

    /// Checks that a file has the header of an SQLite store. Every backup has this header.
    ///
    /// - Throws: `SystemError` if the file can't be read; `StoreError` if the file is not a store.
    public static func checkBackup(at path: String) throws {
        try SQLiteHeader(path: path).requireStore(path: path, hasLog: SQLiteFile.hasLog(path))
    }

    /// Makes a working copy of a backup, calls `work` with the copy, and then removes the copy. The backup may have an
    /// older schema, and is not changed. The copy is migrated to the current schema. A killed program may have left a
    /// log next to the backup. If so, the copy includes the contents of the log.
    ///
    /// - Parameter folder: the folder for the working copy.
    /// - Throws: `SystemError` if the backup can't be read; otherwise `StoreError`. The path in the error is that of
    ///   the backup. If the disk of the folder is full or the folder can't be written, the path is that of the folder.
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

    /// Opens the store at the path `file`, or creates it. Errors contain the path `name` instead of `file`.
    static func open(file: String, named name: String) throws -> Store {
        let history = SchemaHistory.current
        return Store(engine: try SQLiteEngine(path: file, named: name, creating: true, history: history))
    }
}
