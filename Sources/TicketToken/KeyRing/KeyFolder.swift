import Cryptography
import FileAccess
import Glibc

/// The open folder of a key ring. Files are opened relative to the folder's descriptor, not by their paths. If this
/// folder is later replaced by another folder at the same path, the files of the other folder are never read.
struct KeyFolder: ~Copyable {
    enum Lock {
        case none
        /// Prevents other processes from changing the key ring until this folder is closed.
        case exclusive
    }

    struct Access: Sendable {
        let path: String
        let mode: UInt32
        let owner: UInt32
        let needed: UInt32

        /// Checks that the file or folder belongs to the current user, and that its mode has only bits of `needed`.
        ///
        /// - Throws: `KeyRingError` with the command that corrects a wrong owner or mode.
        func check() throws {
            guard owner == geteuid() else {
                throw KeyRingError.foreignOwner(path: path, owner: owner, user: geteuid())
            }
            guard mode & ~needed == 0 else { throw KeyRingError.looseMode(path: path, mode: mode, needed: needed) }
        }
    }

    private static let longestFile = 65_536

    let path: String
    let access: Access
    private let descriptor: Int32

    init(opening folder: String, lock: Lock) throws {
        let path = KeyFolder.bare(folder)
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw KeyFolder.failure(.open, path, needed: .folder) }
        let access: Access
        do {
            access = try KeyFolder.access(descriptor, path, kind: S_IFDIR, needed: 0o700)
            if lock == .exclusive { try KeyFolder.lock(descriptor, path) }
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.access = access
        self.descriptor = descriptor
    }

    /// Closing the descriptor also releases the lock.
    deinit { close(descriptor) }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The sorted names in the folder, without `.` and `..`.
    func names() throws -> [String] {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else { throw SystemError(.list, path) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemError(.list, path) }
        return names.sorted()
    }

    /// The names, inodes, sizes, modes, owners and modification times of the folder and its files, to detect changes.
    struct Stamp: Equatable, Sendable {
        fileprivate struct File: Equatable, Sendable {
            let name: String
            let numbers: [Int64]
        }

        fileprivate let files: [File]
    }

    func stamp() throws -> Stamp {
        // The folder itself is included, because a change of its mode must be detected, too.
        Stamp(
            files: try (["."] + names()).compactMap { name in
                var status = stat()
                guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                    if errno == ENOENT { return nil }
                    throw SystemError(.inspect, path(of: name))
                }
                let isFolder = name == "."
                return Stamp.File(
                    name: name,
                    numbers: [
                        Int64(bitPattern: UInt64(status.st_ino)), isFolder ? 0 : Int64(status.st_size),
                        Int64(status.st_mode),
                        Int64(status.st_uid), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                    ])
            })
    }

    /// The contents and the access rights of a file. The caller must check the rights.
    ///
    /// - Throws: `KeyRingError` if the object with this name is a symbolic link, or is not a regular file;
    ///   `SystemError`.
    func read(_ name: String) throws -> (bytes: SecretBytes, access: Access) {
        let path = path(of: name)
        let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw KeyFolder.failure(.open, path, needed: .file) }
        defer { close(file) }
        let access = try KeyFolder.access(file, path, kind: S_IFREG, needed: 0o600)
        var length = 0
        let buffer = try SecretBytes(count: KeyFolder.longestFile) { buffer in
            try unsafe buffer.withUnsafeMutableBytes { buffer in
                while length < buffer.count {
                    let count = unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: length), buffer.count - length)
                    if count == 0 { break }
                    if count > 0 { length += count } else if errno != EINTR { throw SystemError(.read, path) }
                }
            }
        }
        guard length < KeyFolder.longestFile else {
            throw KeyRingError.unreadable(path: path, line: 1, .tooLong)
        }
        return (buffer.withBytes { SecretBytes(copying: $0.extracting(first: length)) }, access)
    }

    /// Writes a file with mode 0600 atomically, and syncs it to the disk.
    func write(_ bytes: [UInt8], to name: String, existing: AtomicFile.Existing) throws {
        do {
            // The folder is addressed by its descriptor, because another folder may have replaced it at its path in the
            // meantime.
            try AtomicFile.write(bytes, to: "/proc/self/fd/\(descriptor)/\(name)", existing: existing)
        } catch let error as SystemError {
            throw SystemError(error.operation, path(of: name), errno: error.errno)
        }
    }

    /// Creates the folder with mode 0700. An existing folder is left unchanged, and the caller must check it.
    static func make(at folder: String) throws {
        let path = bare(folder)
        if unsafe mkdir(path, 0o700) == 0 {
            try AtomicFile.syncFolder("\(path)/..")
        } else if errno != EEXIST {
            throw SystemError(.create, path)
        }
    }

    private static func lock(_ descriptor: Int32, _ path: String) throws {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError(.lock, path) }
        }
    }

    /// The path without slashes or `/.` at its end. With such an ending, `open` would follow a symbolic link.
    private static func bare(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") || path.hasSuffix("/.") { path = path.dropLast() }
        return String(path)
    }

    private static func access(_ descriptor: Int32, _ path: String, kind: mode_t, needed: UInt32) throws -> Access {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(.inspect, path) }
        guard status.st_mode & S_IFMT == kind else {
            throw KeyRingError.wrongKind(path: path, needed: kind == S_IFDIR ? .folder : .file)
        }
        return Access(path: path, mode: status.st_mode & 0o7777, owner: status.st_uid, needed: needed)
    }

    private static func failure(
        _ operation: SystemError.Operation, _ path: String, needed: KeyRingError.Kind
    ) -> any Error {
        let code = errno
        // With `O_NOFOLLOW`, `open` fails with ELOOP if the path is a symbolic link. With `O_DIRECTORY` in addition, it
        // fails with ENOTDIR if the path is a symbolic link or a regular file.
        var status = stat()
        if code == ELOOP { return KeyRingError.symbolicLink(path: path) }
        if code == ENOTDIR {
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            return isLink ? KeyRingError.symbolicLink(path: path) : KeyRingError.wrongKind(path: path, needed: needed)
        }
        if code == ENOENT, needed == .folder { return KeyRingError.missing(path: path) }
        return SystemError(operation, path, errno: code)
    }
}
