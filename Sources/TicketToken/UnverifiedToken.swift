public import Cryptography
import Ticketing

/// A token that is decoded but not verified. A gate must never rely on its claims.
///
/// ```swift
/// if case .success(let token) = UnverifiedToken.decode(text.utf8.span) { print(token.claims.event) }
/// ```
public struct UnverifiedToken: Sendable {
    /// The claims, which anyone can forge.
    public let claims: TicketClaims
    /// The canonical encoding of this token, including the live code.
    public let canonicalEncoding: String
    /// The body, then the MAC or the signature: 35 bytes in suite 1, 83 in suite 2.
    public let bytes: [UInt8]
    public let hasLiveCode: Bool

    /// The digest of this token: the first 16 bytes of SHA-256("eventpass/v1/listed" ‖ token bytes). The list of a gate
    /// pack contains such digests (TOKEN §7).
    ///
    /// - Parameter hasher: computes the hash; can be used again for other tokens.
    public func listedDigest(_ hasher: SHA256Hasher) throws -> [UInt8] {
        try TokenDigester(hasher).digest(of: bytes.span).bytes
    }

    /// Decodes input in any of the forms that TOKEN §4 allows. If that fails, the refusal in the error is `malformed`
    /// or `unsupportedVersion`.
    public static func decode(_ input: Span<UInt8>) -> Result<UnverifiedToken, TokenDecodingError> {
        var token = EncodedToken()
        if let refusal = token.decode(input) { return .failure(TokenDecodingError(refusal: refusal)) }
        guard let claims = TokenBody.claims(in: token.bytes.span, suite: token.suite) else {
            return .failure(TokenDecodingError(refusal: .malformed))
        }
        let bytes = token.bytes.span.extracting(first: token.suite.tokenLength)
        return .success(
            UnverifiedToken(
                claims: claims,
                canonicalEncoding: EncodedToken.encode(bytes, suite: token.suite, liveCode: token.liveCode),
                bytes: bytes.indices.map { bytes[$0] }, hasLiveCode: token.liveCode != nil))
    }
}

/// The reason why input cannot be decoded: the refusal that a gate would show.
public struct TokenDecodingError: Error, Hashable, Sendable {
    public let refusal: TokenRefusal
}
