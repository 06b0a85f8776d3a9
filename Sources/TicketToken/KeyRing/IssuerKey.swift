import Cryptography
public import Ticketing

/// One key of a key ring. Other modules can't read the secret from this value.
public struct IssuerKey: Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// The key signs new tickets, and verifies the tickets that it has signed.
        case active
        /// The key signs no new tickets. Tickets that it has signed stay valid.
        case verifyOnly = "verify-only"
        /// Tickets that the key has signed are refused as `unknownKey`.
        case retired
    }

    /// The number of the key, 0…255. It is never reused.
    public let number: UInt8
    public internal(set) var state: State
    /// The time of creation, in whole seconds.
    public let created: Instant
    /// The time of retirement, in whole seconds; nil if the key is not retired.
    public internal(set) var retired: Instant?
    /// The check value: 8 bytes that identify the key without revealing its secret.
    public let check: [UInt8]
    /// Whether this is a demonstration key, whose secret is public.
    public let isPublic: Bool
    /// Whether the secret is sealed in the key's file, so that opening the key needs a passphrase.
    public var isEncrypted: Bool { sealed != nil }

    /// The secret. Nil if the key is retired, if the secret is sealed and not decrypted yet, or if the key comes from
    /// `KeyRing.list`, which returns keys without their secrets.
    var secret: SecretBytes?
    let sealed: SealedSecret?

    /// The check value of a secret: the first 8 bytes of HMAC-SHA-256(secret, "eventpass/v1/check").
    static func check(of secret: SecretBytes) throws -> [UInt8] {
        let code = try HMAC(key: secret).code(of: Array("eventpass/v1/check".utf8).span)
        return (0..<8).map { code[$0] }
    }
}
