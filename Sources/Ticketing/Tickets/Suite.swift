/// The algorithm that authenticates an event's tokens (TOKEN §3).
public enum Suite: UInt8, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA-256, truncated to 128 bits. This suite gives the smallest QR symbol. A key that verifies tokens can
    /// also make tokens.
    case hmac = 1
    /// Ed25519. A gate that has only the public key cannot make tokens.
    case ed25519 = 2

    /// The name of the suite in JSON data: `hmac-sha256-128`, `ed25519`.
    public var name: String {
        switch self {
        case .hmac: "hmac-sha256-128"
        case .ed25519: "ed25519"
        }
    }
}
