import FileAccess
import Glibc
public import Ticketing

extension StoreError {
    /// Whether this error makes the file at `path` unusable as a store. A backup then cannot be copied into the file,
    /// but can only replace the file.
    public func makesUnusable(_ path: String) -> Bool {
        switch self {
        case .notADatabase(path), .foreign(path, _), .isGatePack(path), .newer(path, _, _), .migrationChanged(path, _),
            .damaged(path, _), .notMigrated(path, nil, _):
            true
        // These errors say which column is invalid, but not in which file.
        case .unknownValue, .invalidValue: true
        default: false
        }
    }
}

extension Store {
    /// Copies this store into a new SQLite file at `path`. An existing file and its log are kept under a new name, such
    /// as `store.sqlite.damaged-20261224T180503Z`. The new file is synced to the disk before the old file is renamed.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file. This process must have no connection to that file.
    ///   - now: the time in the name of the kept file.
    ///   - progress: receives the name of the table that is being copied, and the number of rows copied so far.
    /// - Returns: the copied tables, and the path of the kept file, which is nil if no file existed.
    /// - Throws: `StoreError.openElsewhere` if another process has the old file open; `SystemError`.
    public func replaceFile(
        of path: String, at now: Instant, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> (copied: [CopiedTable], kept: String?) {
        var copied: [CopiedTable] = []
        var kept: String?
        do {
            try FairFileLock(path: "\(path)-turn").withLock(waitingAtMost: 10) {
                try SQLiteFile.requireNotOpenElsewhere(path)
                try AtomicFile.write(to: path, existing: .refuse, mode: 0o600) { partial in
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
    /// Renames a store's file and its log, so that a new store can be created at the path.
    ///
    /// - Returns: the path at which the file is kept; nil if no file existed.
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
    /// folder or symbolic link at the path is renamed, too.
    ///
    /// - Returns: the new path; nil if none of these files existed.
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
        // The file is renamed before its log. If the program is killed between the two renames, only the log remains at
        // the path, which is harmless. If the log were renamed first, the file could remain at the path without the
        // changes in the log.
        for part in parts {
            guard unsafe rename(path + part, kept + part) == 0 else { throw SystemError("rename", path + part) }
        }
        return kept
    }

    /// Whether anything exists at the path, even a folder or a dangling symbolic link.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Checks that no other process holds one of SQLite's locks on a file.
    ///
    /// - Throws: `StoreError.openElsewhere`; `SystemError`.
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
