import Cryptography

@testable import TicketToken

/// Any bytes as a key file: the result is a key with a matching check value, or an error with its line.
enum KeyFileReading {
    static func run(_ bytes: [UInt8]) throws {
        do {
            let key = try KeyFile.key(parsing: SecretBytes(copying: bytes.span), path: "key")
            guard let secret = key.secret else { return }
            // The ring refuses the key later; here it must not trap.
            _ = try IssuerKey.check(of: secret) == key.check
        } catch is KeyRingError {
            // A declared error.
        }
    }
}
