import Glibc

/// Writes files atomically.
///
/// The bytes are written to a hidden temporary file in the same folder (`.NAME.RANDOM.partial`). The temporary file is
/// then linked or renamed to the path. A reader sees either the old file or the complete new file. If the write fails,
/// the temporary file is removed. Every file has the mode 0600: only its owner may read it, because most files that the
/// program writes contain keys, tickets, names or amounts.
///
/// ```swift
/// try AtomicFile.write(png, to: "ticket.png", existing: .refuse)
/// ```
public enum AtomicFile {
    /// How to treat an existing file at the path.
    public enum Existing: Sendable {
        /// Throw `SystemError` with `EEXIST` and leave the file unchanged.
        case refuse
        case replace
    }

    /// The guarantee that holds after the write has returned.
    public enum Durability: Sendable {
        /// The file and its folder are synced, so that the file survives a power loss.
        case synced
        /// If the program crashes, no incomplete file appears at the path. The operating system decides when the file
        /// reaches the disk.
        case atomic
    }

    /// How to treat temporary files that killed programs left for the same path.
    public enum Leftovers: Sendable {
        case keep
        /// Remove the temporary files that were written with this option, except those that a running program still
        /// writes. A lock (`flock`) marks a temporary file as in use until it has its final name.
        case remove
    }

    /// The temporary file while it is written.
    public struct TemporaryFile {
        /// The path of the temporary file, for libraries that open files by name. Such a library must write the
        /// complete contents.
        public let path: String
        fileprivate let descriptor: Int32
        /// The final path. Errors contain this path, and not the path of the temporary file.
        public let destination: String

        /// Appends bytes.
        ///
        /// - Throws: `SystemError` naming the final path.
        public func append(_ bytes: [UInt8]) throws {
            try AtomicFile.writeAll(bytes, to: descriptor, path: destination)
        }
    }

    private static let mode: UInt32 = 0o600

    /// Writes `bytes` to `path`.
    ///
    /// - Throws: `SystemError` with the failed operation and the path.
    public static func write(
        _ bytes: [UInt8], to path: String, existing: Existing, durability: Durability = .synced
    ) throws {
        try write(to: path, existing: existing, durability: durability) { try $0.append(bytes) }
    }

    /// Writes the output of `body` to `path`. If `body` throws, the temporary file is removed.
    ///
    /// - Parameter leftovers: how to treat temporary files of earlier writes to this path.
    /// - Throws: `SystemError` with the failed operation and the path; errors of `body`.
    public static func write(
        to path: String, existing: Existing, durability: Durability = .synced, leftovers: Leftovers = .keep,
        _ body: (TemporaryFile) throws -> Void
    ) throws {
        let locked: LockedTemporaryFile? =
            switch leftovers {
            case .keep: nil
            case .remove: try LockedTemporaryFile(for: path)
            }
        // The lock keeps other processes from removing the temporary file before it has its final name.
        defer { locked?.release() }
        let partial =
            try locked.map { try stage(for: path, at: $0.path, $0.descriptor, durability, body) }
            ?? stage(for: path, durability, body)
        do {
            try moveIntoPlace(partial, at: path, existing: existing)
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
        if durability == .synced { try syncFolder(split(path).folder) }
    }

    /// Creates the temporary file for `path` with the output of `body`, and returns its path.
    static func stage(
        for path: String, _ durability: Durability, _ body: (TemporaryFile) throws -> Void
    ) throws -> String {
        let partial = temporaryPath(of: path).partial
        let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError(.createTemporaryFile, path) }
        return try stage(for: path, at: partial, descriptor, durability, body)
    }

    /// Writes to a temporary file that is already open, and closes it.
    private static func stage(
        for path: String, at partial: String, _ descriptor: Int32, _ durability: Durability,
        _ body: (TemporaryFile) throws -> Void
    ) throws -> String {
        var isOpen = true
        do {
            try body(TemporaryFile(path: partial, descriptor: descriptor, destination: path))
            guard fchmod(descriptor, mode) == 0 else { throw SystemError(.setMode, path) }
            if durability == .synced, fsync(descriptor) != 0 { throw SystemError(.sync, path) }
            isOpen = false
            guard close(descriptor) == 0 else { throw SystemError(.closeFile, path) }
        } catch {
            if isOpen { close(descriptor) }
            _ = unsafe unlink(partial)
            throw error
        }
        return partial
    }

    /// Syncs a folder, so that the names in it survive power loss.
    public static func syncFolder(_ folder: String) throws {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError(.sync, folder) }
    }

    static func temporaryPath(of path: String, ending: String = ".partial") -> (folder: String, partial: String) {
        let (folder, name) = split(path)
        return (folder, "\(folder)/.\(name).\(String(UInt64.random(in: .min ... .max), radix: 36))\(ending)")
    }

    static func moveIntoPlace(_ partial: String, at path: String, existing: Existing) throws {
        switch existing {
        case .replace:
            guard unsafe rename(partial, path) == 0 else { throw SystemError(.replace, path) }
        case .refuse:
            guard unsafe link(partial, path) == 0 else { throw SystemError(.create, path) }
            _ = unsafe unlink(partial)
        }
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        try unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw SystemError(.write, path)
                }
                done += count
            }
        }
    }
}
