import Glibc

/// Reads a file or a pipe block by block.
public final class BlockReader {
    /// The file descriptor, which stays open during the lifetime of this reader.
    public let descriptor: Int32
    private let path: String

    /// Opens the file.
    ///
    /// - Throws: `SystemError` if the file cannot be opened.
    public init(path: String) throws {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        self.path = path
    }

    deinit { DatabaseFile.close(descriptor) }

    /// The size of the file in bytes; 0 for a pipe and for other files without a size.
    public func size() throws -> Int { Int(try status().st_size) }

    func isRegularFile() throws -> Bool { try status().st_mode & S_IFMT == S_IFREG }

    private func status() throws -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(.inspect, path) }
        return status
    }

    /// Reads the next `most` bytes, and blocks until the bytes are available. At the end of the file, returns fewer
    /// bytes or an empty array.
    public func next(atMost most: Int) throws -> [UInt8] {
        var failed = false
        let block = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            while filled < most {
                let count = unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), most - filled)
                if count > 0 {
                    filled += count
                } else if count == 0 || errno != EINTR {
                    failed = count < 0
                    return
                }
            }
        }
        guard !failed else { throw SystemError(.read, path) }
        return block
    }

    /// Reads all bytes up to the end.
    public func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let block = try next(atMost: 65536)
            bytes += block
            if block.count < 65536 { return bytes }
        }
    }

    /// Reads `count` bytes from the offset `start`, or fewer if the file ends earlier. This does not change the
    /// position at which `next` continues to read.
    public func bytes(from start: Int, count: Int) throws -> [UInt8] {
        var read = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            read = unsafe pread(descriptor, buffer.baseAddress, count, start)
            filled = max(read, 0)
        }
        guard read >= 0 else { throw SystemError(.read, path) }
        return bytes
    }
}
