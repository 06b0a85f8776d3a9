import FileAccess
import Glibc

/// Files that belong to a SQLite store.
enum SQLiteFile {
    /// What is made beside a store's file; all of it may go once it is closed.
    static func removeCompanions(of path: String) {
        for ending in ["-turn", "-turnstile", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }

    static func copy(_ path: String, to target: String) throws {
        let input = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw SystemError("open", path) }
        defer { close(input) }
        let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw SystemError("create", target) }
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 30)
            guard count >= 0 else { throw SystemError("write", target) }
            if count == 0 { return }
        }
    }
}
