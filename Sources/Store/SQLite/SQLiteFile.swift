import FileAccess
import Glibc

/// The files of an SQLite store.
enum SQLiteFile {
    /// Removes the files next to a store's file: the lock files, the log and the log's index. The store must be closed
    /// before these files are removed.
    static func removeCompanions(of path: String) {
        for ending in ["-turn", "-turnstile", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }

    static func copy(_ path: String, to target: String) throws {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        try file.copy(to: target)
    }
}
