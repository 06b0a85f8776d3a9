import Cryptography
import FileAccess
import Glibc
public import Languages

/// The key for hashing the numbers of identity documents. The key has its own file, so that neither a stolen store nor
/// a stolen key ring reveals the numbers.
public struct IdentityKey: Sendable {
    private let secret: SecretBytes

    /// Opens the key at a path, or creates it with mode 0600.
    ///
    /// - Throws: `IdentityKeyError` for a file that other users can read, or that contains no key; `SystemError`.
    public init(path: String) throws {
        if unsafe access(path, F_OK) != 0 {
            var line: [UInt8] = []
            defer { SecretBytes.wipe(&line) }
            let digits = try SecretBytes.random(count: 32).hexadecimal()
            digits.withBytes { bytes in line = bytes.indices.map { bytes[$0] } + [UInt8(ascii: "\n")] }
            do {
                try AtomicFile.write(line, to: path, existing: .refuse)
            } catch let error as SystemError where error.errno == EEXIST {
                // Another process has created the key at the same time.
            }
        }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw SystemError(.inspect, path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw IdentityKeyError.insecureFile(path: path)
        }
        guard let line = try LineReader(path: path, limit: 128).next(),
            let secret = SecretBytes(hexadecimal: line.bytes.span), secret.count == 32
        else { throw IdentityKeyError.notAKey(path: path) }
        self.secret = secret
    }

    /// HMAC-SHA-256 over the kind and number of a document, as 64 hexadecimal digits.
    func hash(kind: String, number: String) throws -> String {
        let code = try HMAC(key: secret).code(of: Array("eventpass/identity/1 \(kind) \(number)".utf8).span)
        return Hexadecimal.text(code.span.indices.map { code[$0] })
    }
}

/// The reason why an identity key cannot be used.
public enum IdentityKeyError: Error, Equatable, SentenceConvertible {
    case insecureFile(path: String)
    case notAKey(path: String)

    enum Text: String, SentenceKey {
        static let subject = "identityKeyError"

        case insecureFile =
            "{path} must be your own file that nobody else can read; fix it with: {command}"
        case notAKey = "{path} contains no identity key; restore the file from a backup"
    }

    public var sentence: Sentence {
        switch self {
        case .insecureFile(let path):
            Sentence(Text.insecureFile, ["path": .text(path), "command": "chmod 0600 \(path)"])
        case .notAKey(let path): Sentence(Text.notAKey, ["path": .text(path)])
        }
    }
}
