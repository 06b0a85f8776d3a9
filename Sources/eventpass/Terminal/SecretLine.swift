import Cryptography
import FileAccess
import Foundation

/// Reads a secret line, such as a passphrase or a key, without leaving copies in memory.
enum SecretLine {
    private static let maximumLength = 1024

    /// Reads up to a line feed or the end of input. Returns nil for an empty line.
    ///
    /// - Throws: `SystemError` that names the descriptor `name`; an error for a line of 1,024 bytes or more.
    static func read(from descriptor: Int32, _ name: String) throws -> SecretBytes? {
        var bytes = [UInt8](repeating: 0, count: maximumLength)
        defer { SecretBytes.wipe(&bytes) }
        var length = 0
        while length < maximumLength {
            let count = Foundation.read(descriptor, &bytes[length], 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", name) }
            guard count == 1, bytes[length] != UInt8(ascii: "\n") else { break }
            length += 1
        }
        guard length < maximumLength else {
            throw CommandFailure(.badInput, "\(name): the line is too long to be a secret")
        }
        if length > 0, bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
        return length == 0 ? nil : SecretBytes(copying: bytes.span.extracting(first: length))
    }
}
