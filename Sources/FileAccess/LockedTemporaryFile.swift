import Glibc

/// A hidden temporary file (`.NAME.RANDOM.held.partial`) that is locked until it has its final name. If the program is
/// killed, the system releases the lock. So an unlocked file is a leftover of a killed program.
struct LockedTemporaryFile {
    private static let ending = ".held.partial"

    let path: String
    /// The descriptor for writing. The writer must close it.
    let descriptor: Int32
    /// A duplicate of `descriptor`. The lock lasts until both descriptors are closed.
    private let lock: Int32

    /// Removes the leftovers for a path, and creates a new temporary file for that path.
    ///
    /// - Throws: `SystemError` naming `destination`.
    init(for destination: String) throws {
        LockedTemporaryFile.removeLeftovers(of: destination)
        while true {
            let path = AtomicFile.temporaryPath(of: destination, ending: LockedTemporaryFile.ending).partial
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SystemError(.createTemporaryFile, destination) }
            let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard lock >= 0 else {
                let error = SystemError(.lockTemporaryFile, destination)
                close(descriptor)
                _ = unsafe unlink(path)
                throw error
            }
            if LockedTemporaryFile.lock(descriptor) {
                (self.path, self.descriptor, self.lock) = (path, descriptor, lock)
                return
            }
            // Another process removed the file as a leftover before this process locked it.
            close(lock)
            close(descriptor)
            _ = unsafe unlink(path)
        }
    }

    func release() { close(lock) }

    /// Locks a new file. Returns false if another process has locked or removed the file. On a file system without
    /// locks, this method returns true, and no file is ever removed as a leftover.
    private static func lock(_ descriptor: Int32) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Removes leftovers. Failures are ignored, since they do not prevent writing.
    private static func removeLeftovers(of destination: String) {
        let (folder, name) = AtomicFile.split(destination)
        guard let directory = unsafe opendir(folder) else { return }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if isLeftover(found, of: name) { removeIfUnlocked("\(folder)/\(found)") }
        }
    }

    private static func isLeftover(_ found: String, of name: String) -> Bool {
        let beginning = ".\(name)."
        guard found.hasPrefix(beginning), found.hasSuffix(ending) else { return false }
        // If `name` is `list`, a leftover for the file `list.csv` also passes the check above. But its `random` part
        // contains a dot.
        let random = found.dropFirst(beginning.count).dropLast(ending.count)
        return !random.isEmpty && random.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }

    private static func removeIfUnlocked(_ path: String) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return }
        _ = unsafe unlink(path)
    }
}
