import Glibc

/// Puts a file on disk whole or not at all.
///
/// The bytes go to a hidden neighbour (`.NAME.RANDOM.partial`) first, which is then linked or renamed into place. A
/// reader sees the old file or the new one, never a part; a failure removes the neighbour.
///
/// ```swift
/// try AtomicFile.write(png, to: "ticket.png", existing: .refuse)
/// ```
public enum AtomicFile {
    /// What to do when the path is taken.
    public enum Existing: Sendable {
        /// Throw `SystemError` with `EEXIST`; what is there stays untouched.
        case refuse
        case replace
    }

    /// How sure the write is when the call returns.
    public enum Durability: Sendable {
        /// The file and its folder are synced: it survives power loss.
        case synced
        /// Whole or absent after a crash of the program; the system decides when it reaches the disk.
        case atomic
    }

    /// What is done about hidden neighbours that killed programs have left of the same path.
    public enum Leftovers: Sendable {
        case stay
        /// They are removed, where they were written with this, too, and nobody writes them any more: each is locked
        /// (`flock`) until it is in its place.
        case removed
    }

    /// The hidden neighbour, while it is written.
    public struct Partial {
        /// For libraries that open files by name themselves. What they write there must be all of it.
        public let path: String
        fileprivate let descriptor: Int32
        /// The file that it is to be, which errors name.
        public let destination: String

        /// Writes at its end.
        ///
        /// - Throws: `SystemError` naming the file that is to be.
        public func append(_ bytes: [UInt8]) throws {
            try AtomicFile.writeAll(bytes, to: descriptor, path: destination)
        }
    }

    /// Writes `bytes` to `path`.
    ///
    /// - Parameter mode: permission bits, exact (the umask is not applied). 0644 unless told otherwise.
    /// - Throws: `SystemError` naming the step and the path.
    public static func write(
        _ bytes: [UInt8], to path: String, existing: Existing, durability: Durability = .synced,
        mode: UInt32 = 0o644
    ) throws {
        try write(to: path, existing: existing, durability: durability, mode: mode) { try $0.append(bytes) }
    }

    /// Writes what `body` does to `path`; what `body` throws leaves nothing behind.
    ///
    /// - Parameters:
    ///   - mode: permission bits, exact (the umask is not applied). 0644 unless told otherwise.
    ///   - leftovers: of earlier writes of this path.
    /// - Throws: `SystemError` naming the step and the path; whatever `body` throws.
    public static func write(
        to path: String, existing: Existing, durability: Durability = .synced, mode: UInt32 = 0o644,
        leftovers: Leftovers = .stay, _ body: (Partial) throws -> Void
    ) throws {
        let held: HeldPartial? =
            switch leftovers {
            case .stay: nil
            case .removed: try HeldPartial(for: path)
            }
        // Until it has its place, it is nobody else's leftover.
        defer { held?.release() }
        let partial =
            try held.map { try stage(for: path, at: $0.path, $0.descriptor, durability, mode: mode, body) }
            ?? stage(for: path, durability, mode: mode, body)
        do {
            try place(partial, at: path, existing: existing)
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
        if durability == .synced { try syncFolder(split(path).folder) }
    }

    /// The hidden neighbour of `path`, with what `body` writes into it.
    static func stage(
        for path: String, _ durability: Durability, mode: UInt32, _ body: (Partial) throws -> Void
    ) throws -> String {
        let partial = neighbour(of: path).partial
        let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("create a file beside", path) }
        return try stage(for: path, at: partial, descriptor, durability, mode: mode, body)
    }

    /// The same, into a neighbour that is open; it is closed.
    private static func stage(
        for path: String, at partial: String, _ descriptor: Int32, _ durability: Durability, mode: UInt32,
        _ body: (Partial) throws -> Void
    ) throws -> String {
        var isOpen = true
        do {
            try body(Partial(path: partial, descriptor: descriptor, destination: path))
            guard fchmod(descriptor, mode) == 0 else { throw SystemError("set the mode of", path) }
            if durability == .synced, fsync(descriptor) != 0 { throw SystemError("sync", path) }
            isOpen = false
            guard close(descriptor) == 0 else { throw SystemError("close", path) }
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
        guard descriptor >= 0 else { throw SystemError("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError("sync", folder) }
    }

    static func neighbour(of path: String, ending: String = ".partial") -> (folder: String, partial: String) {
        let (folder, name) = split(path)
        return (folder, "\(folder)/.\(name).\(String(UInt64.random(in: .min ... .max), radix: 36))\(ending)")
    }

    static func place(_ partial: String, at path: String, existing: Existing) throws {
        switch existing {
        case .replace:
            guard unsafe rename(partial, path) == 0 else { throw SystemError("put in place", path) }
        case .refuse:
            guard unsafe link(partial, path) == 0 else { throw SystemError("create", path) }
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
                    throw SystemError("write", path)
                }
                done += count
            }
        }
    }
}
