import Cryptography
public import Ticketing

/// What proves that somebody was let in: 256 random bits that a browser or a link has. The store has their hash alone.
public struct AccessSecret: Sendable, CustomStringConvertible {
    private static let length = 32

    private let bytes: SecretBytes
    /// SHA-256 of the bytes. Without salt or cost: nobody guesses 256 bits.
    let hash: [UInt8]

    init() throws { try self.init(.random(count: AccessSecret.length)) }

    private init(_ bytes: SecretBytes) throws {
        self.bytes = bytes
        hash = try bytes.withBytes { bytes in try SHA256.digest(bytes.indices.map { bytes[$0] }) }
    }

    /// Reads `text`. Nil for anything that is none.
    public init?(text: some StringProtocol) throws {
        let digits = Array(text.utf8)
        guard let bytes = SecretBytes(hexadecimal: digits.span), bytes.count == AccessSecret.length else { return nil }
        try self.init(bytes)
    }

    /// 64 hexadecimal digits, for the one who is let in.
    public var text: String {
        bytes.hexadecimal().withBytes { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
    }

    /// A key of its own for a purpose.
    ///
    /// - Throws: `OpenSSLError`.
    func key(for purpose: String, count: Int) throws -> SecretBytes {
        try HKDF.derive(from: bytes, info: Array(purpose.utf8), count: count)
    }

    /// What a list of sessions calls the one that this is the secret of.
    public var id: WebSessionID { WebSessionID(hash: hash) }

    public var description: String { "AccessSecret(redacted)" }
}
