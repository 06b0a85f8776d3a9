import FileAccess
import Glibc

/// Operations on the files of an SQLite store: the database file, and the lock files and the log next to it.
enum SQLiteFile {
    /// Removes the files next to a store's database file: the lock files, the log and the index of the log. Must be
    /// called only after the store has been closed.
    static func removeCompanions(of path: String) {
        for ending in ["-turn", "-turnstile", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }

    static func copy(_ path: String, to target: String) throws {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        try file.copy(to: target)
    }
}
