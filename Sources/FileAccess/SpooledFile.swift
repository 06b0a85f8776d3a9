import Glibc

/// A file that can be read repeatedly without blocking. A regular file is used directly. A file of another kind, such
/// as a pipe, is first copied completely.
///
/// The copy has mode 0600 and no name, so no other process can open it. It disappears when this object is released or
/// the process ends.
public final class SpooledFile: Sendable {
    /// The input is longer than the limit.
    public struct TooLong: Error, Equatable {
        /// The limit in bytes.
        public let limit: Int
    }

    /// The path to open during the lifetime of this object.
    public let path: String
    private let copy: Int32?

    /// Opens the file, and copies it if it is not a regular file.
    ///
    /// - Parameters:
    ///   - limit: the maximum size of a copy, in bytes.
    ///   - folder: the folder for a copy.
    /// - Throws: `TooLong`; `SystemError` naming the file that cannot be read, or the folder if it has no space for the
    ///   copy.
    public init(_ path: String, limit: Int, folder: String) throws {
        let source = try BlockReader(path: path)
        if try source.isRegularFile() {
            self.path = path
            copy = nil
            return
        }
        let descriptor = try SpooledFile.namelessFile(in: folder)
        do {
            try SpooledFile.copy(source, to: descriptor, limit: limit, folder: folder)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = "/proc/self/fd/\(descriptor)"
        copy = descriptor
    }

    /// Makes a file with the given bytes.
    ///
    /// - Throws: `SystemError` naming the folder.
    public init(bytes: [UInt8], folder: String) throws {
        let descriptor = try SpooledFile.namelessFile(in: folder)
        do {
            try AtomicFile.writeAll(bytes, to: descriptor, path: "a copy in \(folder)")
        } catch {
            close(descriptor)
            throw error
        }
        path = "/proc/self/fd/\(descriptor)"
        copy = descriptor
    }

    deinit {
        if let copy { close(copy) }
    }

    private static func namelessFile(in folder: String) throws -> Int32 {
        let name = "\(folder)/eventpass-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(.createFile, folder) }
        guard unsafe unlink(name) == 0 else {
            let error = SystemError(.unlinkFile, folder)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func copy(_ source: BlockReader, to descriptor: Int32, limit: Int, folder: String) throws {
        var copied = 0
        while case let block = try source.next(atMost: 1 << 16), !block.isEmpty {
            copied += block.count
            guard copied <= limit else { throw TooLong(limit: limit) }
            try AtomicFile.writeAll(block, to: descriptor, path: "a copy in \(folder)")
        }
    }
}
