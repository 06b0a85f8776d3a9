/// How the tokens of an event prove themselves (TOKEN §3).
public enum Suite: UInt8, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA-256, the first 128 bits. The smallest symbol; who can verify can also make.
    case hmac = 1
    /// Ed25519. A gate that holds the public key alone cannot make tickets.
    case ed25519 = 2

    /// The name in JSON: `hmac-sha256-128`, `ed25519`.
    public var name: String {
        switch self {
        case .hmac: "hmac-sha256-128"
        case .ed25519: "ed25519"
        }
    }
}
