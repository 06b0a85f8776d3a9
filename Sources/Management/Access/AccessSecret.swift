import Cryptography
public import Ticketing

/// A secret of 256 random bits that identifies a session, a device, an API token or a sign-in link. The store keeps
/// only the hash of the secret.
public struct AccessSecret: Sendable, CustomStringConvertible {
    private static let length = 32

    private let bytes: SecretBytes
    /// The SHA-256 hash of the secret. Neither a salt nor a slow hash function is needed, because nobody can guess 256
    /// random bits.
    let hash: [UInt8]

    init() throws { try self.init(.random(count: AccessSecret.length)) }

    private init(_ bytes: SecretBytes) throws {
        self.bytes = bytes
        hash = try bytes.withBytes { bytes in try SHA256.digest(bytes.indices.map { bytes[$0] }) }
    }

    /// Parses 64 hexadecimal digits. Returns nil for any other text.
    public init?(encoded: some StringProtocol) throws {
        let digits = Array(encoded.utf8)
        guard let bytes = SecretBytes(hexadecimal: digits.span), bytes.count == AccessSecret.length else { return nil }
        try self.init(bytes)
    }

    /// The secret as 64 hexadecimal digits.
    public var encoded: String {
        bytes.hexadecimal().withBytes { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
    }

    /// Derives a key of `count` bytes from the secret, for one purpose.
    ///
    /// - Throws: `OpenSSLError`.
    func key(for purpose: String, count: Int) throws -> SecretBytes {
        try HKDF.derive(from: bytes, info: Array(purpose.utf8), count: count)
    }

    /// The public id of the session that has this secret.
    public var id: WebSessionID { WebSessionID(hash: hash) }

    public var description: String { "AccessSecret(redacted)" }
}
