public import Cryptography
public import Ticketing

/// Computes the digests of tokens: SHA-256("eventpass/v1/listed" ‖ token bytes) (TOKEN §7). This class is not
/// `Sendable`: use one instance for each thread.
final class TokenDigester {
    private let hasher: SHA256Hasher
    private var text = Array("eventpass/v1/listed".utf8)
    private let start: Int

    init(_ hasher: SHA256Hasher) {
        self.hasher = hasher
        start = text.count
        text.reserveCapacity(start + Suite.ed25519.tokenLength)
    }

    /// Computes the digest of a token.
    ///
    /// - Parameter token: the bytes of the token: the body, then the MAC or signature.
    func digest(of token: Span<UInt8>) throws -> ListedDigest {
        text.removeSubrange(start...)
        for index in token.indices { text.append(token[index]) }
        return ListedDigest(startOf: try hasher.digest(text))
    }
}

/// The data with which a gate verifies tokens by a list of their digests. The list itself is stored elsewhere (TOKEN
/// §7). The gate can verify only tokens that were issued before the list was made, and cannot make tokens.
public struct TokenList: Sendable {
    public let event: EventNumber
    /// The numbers of the issuer keys that are not retired. A token of another key is refused as `unknownKey`.
    public let keys: Set<UInt8>
    public let liveKeys: [UInt8: SecretBytes]

    public init(event: EventNumber, keys: Set<UInt8>, liveKeys: [UInt8: SecretBytes] = [:]) {
        self.event = event
        self.keys = keys
        self.liveKeys = liveKeys
    }
}
