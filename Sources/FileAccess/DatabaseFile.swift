import Glibc
import Synchronization

/// The only code that closes descriptors of database files.
///
/// When a process closes any descriptor of a file, POSIX drops every `fcntl` lock of that process on the file (POSIX.1-2017,
/// `fcntl`). SQLite's locks are of this kind. A process that lost them looks absent: the next process that closes the
/// database deletes its write-ahead log, and two processes then work on different data. So every reader of a database file
/// holds a `DatabaseFile`, and all descriptors of a file stay open until its last holder releases it.
///
/// ```swift
/// let file = try DatabaseFile("events/store.sqlite", for: .reading)
/// defer { file.release() }
/// let header = try file.beginning(100)
/// ```
public final class DatabaseFile: Sendable {
    public enum Use: Sendable {
        case reading
        /// Also throws `SystemError` when the file cannot be written.
        case writing
        /// As `writing`, and makes a missing file, empty and with mode 0600.
        case creating
    }

    public let path: String
    private let id: FileID
    private let descriptor: Int32
    private let isReleased = Atomic(false)

    /// Holds a file, until `release()`. A holder that is forgotten keeps the descriptor open, which costs no lock.
    ///
    /// - Throws: `SystemError` naming the step and the path; `EISDIR` for a folder.
    public init(_ path: String, for use: Use) throws {
        self.path = path
        (id, descriptor) = try openFiles.withLock { try $0.hold(path, use) }
    }

    /// Gives the file back. Call this after SQLite has closed the last connection that needed it.
    public func release() {
        guard !isReleased.exchange(true, ordering: .relaxed) else { return }
        openFiles.withLock { $0.release(id) }
    }

    /// The size in bytes.
    public func size() throws -> Int { Int(try status(of: descriptor, path).st_size) }

    /// The first bytes; fewer when the file is shorter.
    public func beginning(_ count: Int) throws -> [UInt8] {
        // A pipe or a device is no database, and reading it would take the bytes away from its reader.
        guard try status(of: descriptor, path).st_mode & S_IFMT == S_IFREG else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let found = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard found >= 0 else { throw SystemError("read", path) }
        return Array(bytes.prefix(found))
    }

    /// Whether another process has a `fcntl` lock on the file, as SQLite has on a database in write-ahead mode that is open.
    public func isLockedElsewhere() throws -> Bool {
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        guard unsafe fcntl(descriptor, F_GETLK, &lock) == 0 else { throw SystemError("look at the locks of", path) }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// Writes the file's bytes into a new file, mode 0600. The new file is closed again: nobody has it open yet.
    ///
    /// - Throws: `SystemError` naming `target`.
    public func copy(to target: String) throws {
        let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw SystemError("create", target) }
        defer { DatabaseFile.close(output) }
        var offset = 0
        while true {
            let count = unsafe sendfile(output, descriptor, &offset, 1 << 30)
            guard count >= 0 else { throw SystemError("write", target) }
            if count == 0 { return }
        }
    }

    /// Closes the descriptor of a file that a user named, which may be a database that this process has open. Then the
    /// descriptor stays open until the last holder releases the file.
    public static func close(_ descriptor: Int32) { openFiles.withLock { $0.close(descriptor) } }
}

/// Locks belong to the process, so the list of held files does, too.
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

    mutating func hold(_ path: String, _ use: DatabaseFile.Use) throws -> (FileID, Int32) {
        if use != .reading, unsafe access(path, R_OK | W_OK) != 0, use != .creating || errno != ENOENT {
            throw SystemError("open", path)
        }
        // Looks by name first: a descriptor that need not be opened need not be kept.
        var found = stat()
        if unsafe stat(path, &found) == 0, let descriptor = hold(FileID(found)) { return (FileID(found), descriptor) }
        let flags = use == .creating ? O_RDWR | O_CREAT : O_RDONLY
        let opened = unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard opened >= 0 else { throw SystemError("open", path) }
        do {
            found = try status(of: opened, path)
            guard found.st_mode & S_IFMT != S_IFDIR else { throw SystemError("open", path, errno: EISDIR) }
        } catch {
            close(opened)
            throw error
        }
        let id = FileID(found)
        // The name may stand for another file now, which this process may hold already.
        entries[id, default: Entry(descriptors: [])].descriptors.append(opened)
        entries[id]?.holders += 1
        return (id, opened)
    }

    private mutating func hold(_ id: FileID) -> Int32? {
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
        let isHeld = unsafe fstat(descriptor, &found) == 0 && entries[FileID(found)] != nil
        if isHeld { entries[FileID(found)]?.descriptors.append(descriptor) } else { Glibc.close(descriptor) }
    }
}

private func status(of descriptor: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError("look at", path) }
    return status
}
