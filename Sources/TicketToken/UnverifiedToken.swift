public import Cryptography
import Ticketing

/// A token taken apart and not proven: what `token inspect` shows, and nothing a gate may act on.
///
/// ```swift
/// if case .success(let token) = UnverifiedToken.read(text.utf8.span) { print(token.claims.event) }
/// ```
public struct UnverifiedToken: Sendable {
    /// What anyone can write.
    public let claims: TicketClaims
    /// The one text of this token, live code included.
    public let canonicalText: String
    /// Body and proof: 35 bytes in suite 1, 83 in suite 2.
    public let bytes: [UInt8]
    public let hasLiveCode: Bool

    /// What the list of a gate pack has for this token (TOKEN §7): the first 16 bytes of
    /// SHA-256("eventpass/v1/listed" ‖ token bytes). A hasher is reused over many tokens.
    public func listedDigest(_ hasher: SHA256Hasher) throws -> [UInt8] {
        try TokenDigester(hasher).digest(of: bytes.span).bytes
    }

    /// Reads any of the forms of TOKEN §4; the failure is `malformed` or `unsupportedVersion`.
    public static func read(_ input: Span<UInt8>) -> Result<UnverifiedToken, UnreadableToken> {
        var token = TokenText()
        if let refusal = token.read(input) { return .failure(UnreadableToken(refusal: refusal)) }
        guard let claims = TokenBody.claims(in: token.bytes.span, suite: token.suite) else {
            return .failure(UnreadableToken(refusal: .malformed))
        }
        let bytes = token.bytes.span.extracting(first: token.suite.tokenLength)
        return .success(
            UnverifiedToken(
                claims: claims,
                canonicalText: TokenText.write(bytes, suite: token.suite, liveCode: token.liveCode),
                bytes: bytes.indices.map { bytes[$0] }, hasLiveCode: token.liveCode != nil))
    }
}

/// The refusal of a text that cannot be taken apart.
public struct UnreadableToken: Error, Hashable, Sendable {
    public let refusal: TokenRefusal
}
