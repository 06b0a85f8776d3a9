import Glibc
import Synchronization

/// An open database file. Only the code in this source file closes descriptors of database files.
///
/// SQLite locks a database with `fcntl` locks. When a process closes any descriptor of a file, POSIX drops all `fcntl`
/// locks of that process on the file (POSIX.1-2017, `fcntl`). If a process loses its locks while the database is open,
/// the next process that closes the database deletes the write-ahead log. The first process keeps writing to the
/// deleted log, and processes that open the database later do not see those writes. So every reader of a database file
/// uses a `DatabaseFile`. All descriptors of a file stay open until the last `DatabaseFile` for the file is released.
///
/// ```swift
/// let file = try DatabaseFile("events/store.sqlite", for: .reading)
/// defer { file.release() }
/// let header = try file.firstBytes(100)
/// ```
public final class DatabaseFile: Sendable {
    public enum Use: Sendable {
        case reading
        /// Throws `SystemError` if the file cannot be written.
        case writing
        /// Like `writing`, but a missing file is created, empty and with mode 0600.
        case creating
    }

    public let path: String
    private let id: FileID
    private let descriptor: Int32
    private let isReleased = Atomic(false)

    /// Opens a file. The file stays open until `release()` is called, even if this object is destroyed earlier.
    ///
    /// - Throws: `SystemError` with the failed operation and the path; `EISDIR` for a folder.
    public init(_ path: String, for use: Use) throws {
        self.path = path
        (id, descriptor) = try openFiles.withLock { try $0.open(path, use) }
    }

    /// Releases the file. Call this only after SQLite has closed the last connection that needs the file.
    public func release() {
        guard !isReleased.exchange(true, ordering: .relaxed) else { return }
        openFiles.withLock { $0.release(id) }
    }

    /// The size in bytes.
    public func size() throws -> Int { Int(try status(of: descriptor, path).st_size) }

    /// The first `count` bytes; fewer if the file is shorter.
    public func firstBytes(_ count: Int) throws -> [UInt8] {
        // A pipe or a device is not a database, and reading from a pipe would remove its bytes.
        guard try status(of: descriptor, path).st_mode & S_IFMT == S_IFREG else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let found = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard found >= 0 else { throw SystemError(.read, path) }
        return Array(bytes.prefix(found))
    }

    /// Whether another process has a `fcntl` lock on the file. SQLite has such a lock on each open database in
    /// write-ahead mode.
    public func isLockedElsewhere() throws -> Bool {
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else { throw SystemError(.inspectLocks, path) }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// Copies the file's bytes to a new file with mode 0600, and closes the new file. Closing it drops no locks,
    /// because no other code has opened it yet.
    ///
    /// - Throws: `SystemError` naming `target`.
    public func copy(to target: String) throws {
        let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw SystemError(.create, target) }
        defer { DatabaseFile.close(output) }
        var offset = 0
        while true {
            let count = unsafe sendfile(output, descriptor, &offset, 1 << 30)
            guard count >= 0 else { throw SystemError(.write, target) }
            if count == 0 { return }
        }
    }

    /// Closes the descriptor of a file that could be a database, such as a file whose path was given by a user. If this
    /// process has the file open as a database, the descriptor stays open until the last `DatabaseFile` of the file is
    /// released.
    public static func close(_ descriptor: Int32) { openFiles.withLock { $0.close(descriptor) } }
}

/// The `fcntl` locks belong to the process, so the process has one list of open files.
private let openFiles = Mutex(OpenFiles())

private struct FileID: Hashable {
    let device: UInt
    let inode: UInt

    init(_ status: stat) { (device, inode) = (UInt(status.st_dev), UInt(status.st_ino)) }
}

private struct OpenFiles {
    private struct Entry {
        var holders = 0
        var descriptors: [Int32]
    }

    private var entries: [FileID: Entry] = [:]

    mutating func open(_ path: String, _ use: DatabaseFile.Use) throws -> (FileID, Int32) {
        if use != .reading, unsafe access(path, R_OK | W_OK) != 0, use != .creating || errno != ENOENT {
            throw SystemError(.open, path)
        }
        // A file that is already open needs no second descriptor.
        var found = stat()
        if unsafe stat(path, &found) == 0, let descriptor = open(FileID(found)) { return (FileID(found), descriptor) }
        let flags = use == .creating ? O_RDWR | O_CREAT : O_RDONLY
        let opened = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard opened >= 0 else { throw SystemError(.open, path) }
        do {
            found = try status(of: opened, path)
            guard found.st_mode & S_IFMT != S_IFDIR else { throw SystemError(.open, path, errno: EISDIR) }
        } catch {
            close(opened)
            throw error
        }
        let id = FileID(found)
        // Somebody may have replaced the file at the path after the check above. So `opened` can be a descriptor of
        // another file, which can already have an entry.
        entries[id, default: Entry(descriptors: [])].descriptors.append(opened)
        entries[id]?.holders += 1
        return (id, opened)
    }

    private mutating func open(_ id: FileID) -> Int32? {
        guard let descriptor = entries[id]?.descriptors.first else { return nil }
        entries[id]?.holders += 1
        return descriptor
    }

    mutating func release(_ id: FileID) {
        guard var entry = entries.removeValue(forKey: id) else { return }
        entry.holders -= 1
        guard entry.holders == 0 else {
            entries[id] = entry
            return
        }
        for descriptor in entry.descriptors { Glibc.close(descriptor) }
    }

    mutating func close(_ descriptor: Int32) {
        var found = stat()
        let isOpenDatabase = unsafe fstat(descriptor, &found) == 0 && entries[FileID(found)] != nil
        if isOpenDatabase { entries[FileID(found)]?.descriptors.append(descriptor) } else { Glibc.close(descriptor) }
    }
}

private func status(of descriptor: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(.inspect, path) }
    return status
}
