import Cryptography
import FileAccess
import Foundation
import Presenting

/// Reads a small secret file, such as a key, without leaving copies in memory.
enum SecretFile {
    private static let longest = 1 << 20

    /// - Throws: `SystemError` naming the path; `CommandFailure` for a file of 1 MiB or more.
    static func read(_ path: String) throws -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("open", path) }
        defer { DatabaseFile.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: longest)
        defer { SecretBytes.wipe(&bytes) }
        var length = 0
        while length < longest {
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: length), longest - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", path) }
            if count == 0 { break }
            length += count
        }
        guard length < longest else { throw CommandFailure(.badInput, "\(path.visible) is too long to be a key") }
        return SecretBytes(copying: bytes.span.extracting(first: length))
    }
}
