import Glibc

/// Reads a file or a pipe block by block.
public final class BlockReader {
    /// Open as long as this reader lives.
    public let descriptor: Int32
    private let path: String

    /// - Throws: `SystemError` when the file can't be opened.
    public init(path: String) throws {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("open", path) }
        self.path = path
    }

    deinit { DatabaseFile.close(descriptor) }

    /// How many bytes a file has; 0 for what tells no size, as a pipe.
    public func size() throws -> Int { Int(try status().st_size) }

    /// Whether it is a file on a disk, and neither a pipe nor a device nor a folder.
    func isRegularFile() throws -> Bool { try status().st_mode & S_IFMT == S_IFREG }

    private func status() throws -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError("look at", path) }
        return status
    }

    /// The next bytes, `most` of them unless the end comes first; empty at the end. Waits until they are there.
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
        guard !failed else { throw SystemError("read", path) }
        return block
    }

    /// All bytes up to the end.
    public func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let block = try next(atMost: 65536)
            bytes += block
            if block.count < 65536 { return bytes }
        }
    }

    /// Copies the bytes from `start` on without moving the place where `next` reads; fewer where the file ends.
    public func bytes(from start: Int, count: Int) throws -> [UInt8] {
        var read = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            read = unsafe pread(descriptor, buffer.baseAddress, count, start)
            filled = max(read, 0)
        }
        guard read >= 0 else { throw SystemError("read", path) }
        return bytes
    }
}
