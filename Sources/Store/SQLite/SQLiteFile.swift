import FileAccess
import Glibc

/// Operations on the files of an SQLite store: the database file, and the lock files and the log next to it.
enum SQLiteFile {
    /// The endings of the files that this program and SQLite keep next to a store’s database file.
    private static let companionEndings = ["-turn", "-turnstile", "-wal", "-shm", "-journal"]

    /// Whether a file in the folder of a store may belong to another store. Only the name decides. The file is not
    /// opened, because a process that closes a file that SQLite has open loses its locks on the file.
    ///
    /// The name of another store usually contains `.sqlite` or `.db`, or has the same ending as the name of this store.
    /// A store with any other name is recognized by its lock file, because the program creates a lock file for each
    /// store that it opens. The lock files of gate packs and the temporary files of `AtomicFile` do not count.
    ///
    /// - Parameter own: the name of this store’s database file.
    static func mayBeOfOtherStore(_ name: String, beside own: String) -> Bool {
        guard name != own, !companionEndings.contains(where: { name == own + $0 }) else { return false }
        let harmless = companionEndings.flatMap { [".gate\($0)", ".partial\($0)"] } + [".partial"]
        if harmless.contains(where: { name.hasSuffix($0) }) { return false }
        if name.hasSuffix("-turn") { return true }
        let ownEnding = own.lastIndex(of: ".").map { String(own[$0...]).lowercased() }
        let lowercased = name.lowercased()
        return lowercased.contains(".sqlite") || lowercased.contains(".db")
            || ownEnding.map { lowercased.hasSuffix($0) } ?? false
    }

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
