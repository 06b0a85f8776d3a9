import Cryptography
public import Ticketing

/// One key of the ring: what may be shown of it.
public struct IssuerKey: Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// Signs and verifies.
        case active
        /// Signs no new tickets; those it signed stay good.
        case verifyOnly = "verify-only"
        /// Tickets it signed are answered `unknownKey`.
        case retired
    }

    /// 0…255, never used twice.
    public let number: UInt8
    public internal(set) var state: State
    /// Whole seconds.
    public let created: Instant
    /// Whole seconds; nil unless the state is `retired`.
    public internal(set) var retired: Instant?
    /// 8 bytes that tell this key from any other and tell nothing of its secret.
    public let check: [UInt8]
    /// A demonstration key, whose secret the world may read.
    public let isPublic: Bool
    /// Whether the file needs a passphrase.
    public var isEncrypted: Bool { sealed != nil }

    /// Nil when it is retired, or listed without a passphrase.
    var secret: SecretBytes?
    let sealed: SealedSecret?

    /// The check value of a secret: the first 8 bytes of HMAC-SHA-256(secret, "eventpass/v1/check").
    static func check(of secret: SecretBytes) throws -> [UInt8] {
        let code = try HMAC(key: secret).code(of: Array("eventpass/v1/check".utf8).span)
        return (0..<8).map { code[$0] }
    }
}
