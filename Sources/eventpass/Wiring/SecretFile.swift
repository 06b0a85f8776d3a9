import Cryptography
import FileAccess
import Foundation
import Presenting

/// A small file that must not stay in memory: a key, a certificate with its key.
enum SecretFile {
    private static let longest = 1 << 20

    /// - Throws: `SystemError` naming the path; `Failure` for one of more than 1 MiB, which is no key.
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
        guard length < longest else { throw Failure(.badInput, "\(path.visible) is too long to be a key") }
        return SecretBytes(copying: bytes.span.extracting(first: length))
    }
}
