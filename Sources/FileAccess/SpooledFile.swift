import Glibc

/// A file that can be read as often as one likes, and does not let its readers wait: a regular file as it is; of anything
/// else, such as a pipe, a copy, which is read to its end first.
///
/// The copy has mode 0600 and no name: nobody else opens it, and it is gone with this object or the program, however
/// they end.
public final class SpooledFile: Sendable {
    /// More came than is taken.
    public struct TooLong: Error, Equatable {
        /// In bytes.
        public let limit: Int
    }

    /// What to open, as long as this object lives.
    public let path: String
    private let copy: Int32?

    /// - Parameters:
    ///   - limit: of a copy, in bytes.
    ///   - folder: where a copy is put.
    /// - Throws: `TooLong`; `SystemError` naming the file that was to be read, or the folder where there is no room.
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

    /// A copy of bytes, for who reads files.
    ///
    /// - Parameter folder: where it is put.
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
        guard descriptor >= 0 else { throw SystemError("make a file in", folder) }
        guard unsafe unlink(name) == 0 else {
            let error = SystemError("take the name of a file in", folder)
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
