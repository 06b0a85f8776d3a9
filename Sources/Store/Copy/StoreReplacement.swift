import FileAccess
import Glibc
public import Ticketing

extension StoreError {
    /// Whether the file at `path` can't be used as a store: a backup can only take its place, not go into it.
    public func spoils(_ path: String) -> Bool {
        switch self {
        case .notADatabase(path), .foreign(path, _), .isPack(path), .newer(path, _, _), .migrationChanged(path, _),
            .damaged(path, _), .notMigrated(path, nil, _):
            true
        // They name a column, not a file.
        case .unknownValue, .impossibleValue: true
        default: false
        }
    }
}

extension Store {
    /// Puts everything that is here into a new SQLite file at `path`. A file that is there, and its log, are renamed and
    /// kept: `store.sqlite.damaged-20261224T180503Z`. The new file is on the disk before the old one is renamed.
    ///
    /// - Parameters:
    ///   - path: absolute. This process has no connection to the file.
    ///   - now: the moment that the kept file's name says.
    ///   - progress: receives the table that is copied, and the number of rows so far.
    /// - Returns: the copied tables, and the path of the kept file; nil if nothing was there.
    /// - Throws: `StoreError.openElsewhere` while another process has the old file open; `SystemError`.
    public func takePlace(
        of path: String, at now: Instant, progress: (_ table: String, _ rows: Int) throws -> Void = { _, _ in }
    ) throws -> (copied: [CopiedTable], kept: String?) {
        var copied: [CopiedTable] = []
        var kept: String?
        do {
            try TurnLock(path: "\(path)-turn").withTurn(waitingAtMost: 10) {
                try SQLiteFile.refuseOpenElsewhere(path)
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
    /// Renames a store's file and its log, so that a new store can be made in their place.
    ///
    /// - Returns: the path under which they are kept; nil if nothing was there.
    /// - Throws: `StoreError.openElsewhere` while another process has the file open.
    public static func setAside(sqlite path: String, at now: Instant) throws -> String? {
        do {
            return try TurnLock(path: "\(path)-turn").withTurn(waitingAtMost: 10) {
                try SQLiteFile.refuseOpenElsewhere(path)
                return try SQLiteFile.setAside(path, at: now)
            }
        } catch let error as SystemError {
            throw StoreError(error, path: path)
        }
    }
}

extension SQLiteFile {
    /// Renames a store's file, or whatever has its name, its log and the log's index, so that a new file can be made in its
    /// place.
    ///
    /// - Returns: the new path; nil if none of them is there.
    static func setAside(_ path: String, at now: Instant) throws -> String? {
        let parts = ["", "-wal", "-shm"].filter { isThere(path + $0) }
        guard !parts.isEmpty else { return nil }
        let digits = now.iso8601(in: .gmt).filter { $0 != "-" && $0 != ":" }
        var kept = "\(path).damaged-\(digits)"
        var number = 1
        while ["", "-wal", "-shm"].contains(where: { isThere(kept + $0) }) {
            number += 1
            kept = "\(path).damaged-\(digits)-\(number)"
        }
        // The file goes first: a log without it is never read, but a file without its log would lose what the log holds.
        for part in parts {
            guard unsafe rename(path + part, kept + part) == 0 else { throw SystemError("rename", path + part) }
        }
        return kept
    }

    /// Whether something has this name, be it a folder or a symbolic link that leads nowhere.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Refuses a file on which another process has one of SQLite's locks.
    ///
    /// - Throws: `StoreError.openElsewhere`; `SystemError`.
    static func refuseOpenElsewhere(_ path: String) throws {
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
