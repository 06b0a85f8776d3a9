import Glibc

/// A hidden neighbour (`.NAME.RANDOM.held.partial`) that is locked until it is in its place, so that one that a killed
/// program left is known: its lock can be had.
struct HeldPartial {
    private static let ending = ".held.partial"

    let path: String
    /// For who writes it, who closes it.
    let descriptor: Int32
    /// Of the same open file, as the lock is, which lasts until both are closed.
    private let lock: Int32

    /// Removes what was left of a path, and makes a new neighbour of it.
    ///
    /// - Throws: `SystemError` naming `destination`.
    init(for destination: String) throws {
        HeldPartial.removeLeftovers(of: destination)
        while true {
            let path = AtomicFile.neighbour(of: destination, ending: HeldPartial.ending).partial
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw SystemError("create a file beside", destination) }
            let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard lock >= 0 else {
                let error = SystemError("hold a file beside", destination)
                close(descriptor)
                _ = unsafe unlink(path)
                throw error
            }
            if HeldPartial.isHeld(descriptor) {
                (self.path, self.descriptor, self.lock) = (path, descriptor, lock)
                return
            }
            // Somebody took it for a leftover, before it was locked.
            close(lock)
            close(descriptor)
            _ = unsafe unlink(path)
        }
    }

    func release() { close(lock) }

    /// Locks a new file. Where the folder knows no locks, nobody can have them, and nothing is ever taken for a leftover.
    private static func isHeld(_ descriptor: Int32) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// What can't be removed stays: that is no reason to write nothing.
    private static func removeLeftovers(of destination: String) {
        let (folder, name) = AtomicFile.split(destination)
        guard let directory = unsafe opendir(folder) else { return }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let found = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if isLeftover(found, of: name) { removeUnlessHeld("\(folder)/\(found)") }
        }
    }

    private static func isLeftover(_ found: String, of name: String) -> Bool {
        let beginning = ".\(name)."
        guard found.hasPrefix(beginning), found.hasSuffix(ending) else { return false }
        // A name that begins with this one has a dot more.
        let random = found.dropFirst(beginning.count).dropLast(ending.count)
        return !random.isEmpty && random.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }

    private static func removeUnlessHeld(_ path: String) {
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
