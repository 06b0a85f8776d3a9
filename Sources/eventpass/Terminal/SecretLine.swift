import Cryptography
import FileAccess
import Foundation

/// One line that must not stay in memory: a passphrase, a key.
enum SecretLine {
    private static let longest = 1024

    /// Reads up to a line feed or the end. Nil when nothing is there.
    ///
    /// - Throws: `SystemError`, calling the descriptor `name`; `Failure` for a line of more than 1,024 bytes.
    static func read(from descriptor: Int32, _ name: String) throws -> SecretBytes? {
        var bytes = [UInt8](repeating: 0, count: longest)
        defer { SecretBytes.wipe(&bytes) }
        var length = 0
        while length < longest {
            let count = Foundation.read(descriptor, &bytes[length], 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", name) }
            guard count == 1, bytes[length] != UInt8(ascii: "\n") else { break }
            length += 1
        }
        guard length < longest else { throw Failure(.badInput, "\(name): the line is too long to be a secret") }
        if length > 0, bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
        return length == 0 ? nil : SecretBytes(copying: bytes.span.extracting(first: length))
    }
}
