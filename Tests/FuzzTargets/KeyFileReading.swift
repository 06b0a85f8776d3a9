import Cryptography

@testable import TicketToken

/// Whatever stands in a key file: a key whose check value fits, or an error with its line.
enum KeyFileReading {
    static func run(_ bytes: [UInt8]) throws {
        do {
            let key = try KeyFile.key(parsing: SecretBytes(copying: bytes.span), path: "key")
            guard let secret = key.secret else { return }
            // The ring refuses it later; here it must not trap.
            _ = try IssuerKey.check(of: secret) == key.check
        } catch is KeyRingError {
            // Declared.
        }
    }
}
