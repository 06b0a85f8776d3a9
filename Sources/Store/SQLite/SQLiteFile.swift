import FileAccess
import Glibc

/// Files that belong to a SQLite store.
enum SQLiteFile {
    /// What is made beside a store's file; all of it may go once it is closed.
    static func removeCompanions(of path: String) {
        for ending in ["-turn", "-turnstile", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }

    static func copy(_ path: String, to target: String) throws {
        let file = try DatabaseFile(path, for: .reading)
        defer { file.release() }
        try file.copy(to: target)
    }
}
