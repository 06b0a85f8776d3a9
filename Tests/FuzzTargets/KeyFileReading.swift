import Cryptography

@testable import TicketToken

/// Reads any bytes as a key file. The result must be a key, or an error of the type that the parser declares.
enum KeyFileReading {
    static func run(_ bytes: [UInt8]) throws {
        do {
            let key = try KeyFile.key(parsing: SecretBytes(copying: bytes.span), path: "key")
            guard let secret = key.secret else { return }
            // A key ring computes the secret's check value, and refuses the key if the file has another check value.
            // The computation must not crash.
            _ = try IssuerKey.check(of: secret) == key.check
        } catch is KeyRingError {
            // The parser declares this error.
        }
    }
}
