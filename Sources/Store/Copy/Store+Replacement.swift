import FileAccess
import Glibc
public import Ticketing

extension StoreError {
    /// Whether this error means that the file at `path` can't be used as a store. A backup can't be copied into such a
    /// file, and can only replace the file.
    public func makesUnusable(_ path: String) -> Bool {
        switch self {
        case .notADatabase(path), .foreign(path, _), .isGatePack(path), .newer(path, _, _), .migrationChanged(path, _),
            .damaged(path, _), .notMigrated(path, nil, _):
            true
        // These errors name the column that contains an invalid value, but no file. They are assumed to concern the
        // file at `path`.
        case .unknownValue, .invalidValue: true
        default: false
        }
    }
}

extension Store {
    /// Copies this store into a new SQLite file at `path`. If there is already a file at this path, it is kept with its
    /// log under a new name, such as `store.sqlite.damaged-20261224T180503Z`. The old file is renamed only after the
    /// new file has been synced to the disk.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file. This process must not have this file open.
    ///   - now: the current time, which becomes a part of the kept file's name.
    ///   - progress: receives the name of the table that is being copied, and the number of rows copied so far.
    /// - Returns: the copied tables, and the path of the kept file. This path is nil if there was no file at `path`.
    /// - Throws: `StoreError`, for example `openElsewhere` if another process has the old file open.
    public func replaceFile(
        of path: String, at now: Instant, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> (copied: [CopiedTable], kept: String?) {
        var copied: [CopiedTable] = []
        var kept: String?
        do {
            try FairFileLock(path: "\(path)-turn").withLock(waitingAtMost: 10) {
                try SQLiteFile.requireNotOpenElsewhere(path)
                try AtomicFile.write(to: path, existing: .refuse) { partial in
                    defer { SQLiteFile.removeCompanions(of: partial.path) }
                    copied = try copy(to: Store.open(file: partial.path, named: path), progress: progress)
                    kept = try SQLiteFile.setAside(path, at: now)
                }
            }
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
        return (copied, kept)
    }
}

extension Store {
    /// Renames a store's file and the log next to it, so that a new store can be created at the path.
    ///
    /// - Returns: the new path of the file; nil if there was no file.
    /// - Throws: `StoreError.openElsewhere` if another process has the file open.
    public static func setAside(sqlite path: String, at now: Instant) throws -> String? {
        do {
            return try FairFileLock(path: "\(path)-turn").withLock(waitingAtMost: 10) {
                try SQLiteFile.requireNotOpenElsewhere(path)
                return try SQLiteFile.setAside(path, at: now)
            }
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
    }
}

extension SQLiteFile {
    /// Renames a store's file, its log and the index of the log, so that a new file can be created at the path. A
    /// folder or a symbolic link at the path is renamed in the same way.
    ///
    /// - Returns: the new path of the store's file; nil if none of the three files existed.
    static func setAside(_ path: String, at now: Instant) throws -> String? {
        let parts = ["", "-wal", "-shm"].filter { exists(path + $0) }
        guard !parts.isEmpty else { return nil }
        let digits = now.iso8601(in: .gmt).filter { $0 != "-" && $0 != ":" }
        var kept = "\(path).damaged-\(digits)"
        var number = 1
        while ["", "-wal", "-shm"].contains(where: { exists(kept + $0) }) {
            number += 1
            kept = "\(path).damaged-\(digits)-\(number)"
        }
        // Rename the file before its log. If the program is then killed between the two renames, only the log remains
        // at the old path, which is harmless. If the log were renamed first, the file could remain at the old path
        // without the changes in the log.
        for part in parts {
            guard unsafe rename(path + part, kept + part) == 0 else { throw SystemError(.rename, path + part) }
        }
        return kept
    }

    /// Whether anything exists at the path, even a folder or a dangling symbolic link.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Checks that no other process has a database file open. A process that has the file open holds one of SQLite's
    /// locks on the file.
    ///
    /// - Throws: `StoreError.openElsewhere` if another process has the file open; `SystemError` if this can't be
    ///   checked.
    static func requireNotOpenElsewhere(_ path: String) throws {
        let file: DatabaseFile
        do { file = try DatabaseFile(path, for: .reading) } catch let error as SystemError
            where [ENOENT, EISDIR].contains(error.errno)
        {
            return
        }
        defer { file.release() }
        guard try !file.isLockedElsewhere() else { throw StoreError.openElsewhere(path: path) }
    }
}
