import Cryptography
public import Ticketing

/// Checks whether the input of a scanner is a valid ticket.
///
/// ```swift
/// let ring = try KeyRing.open(at: folder)
/// let verifier = TokenVerifier(ring)
/// let finding = try verifier.verify(scanned)
/// ```
///
/// A refusal is a return value. An error (`OpenSSLError`) means a technical failure and says nothing about the ticket.
/// Later changes to the key ring have no effect on a verifier. After a key is retired, make a new verifier. This class
/// is not `Sendable`: use one instance for each thread.
public final class TokenVerifier {
    private let keys: VerificationKeys
    private var macs = EventCache<HMAC>()
    private var publicKeys = EventCache<Ed25519.PublicKey>()
    private var liveKeys = EventCache<HMAC>()

    /// Makes a verifier for the main store, for tokens of every event.
    public init(_ ring: KeyRing) { keys = .ring(ring) }

    /// Makes a verifier for a gate with the keys of one event. The verifier refuses a token of another event as
    /// `unknownKey`.
    public init(_ keys: EventKeys) { self.keys = .event(keys) }

    /// Makes a verifier for a gate with a list of one event's tokens. The caller searches the list in the closure
    /// `isListed`, which it passes to `verify`.
    ///
    /// - Throws: `OpenSSLError`.
    public init(_ list: TokenList) throws { keys = .list(list, TokenDigester(try SHA256Hasher())) }

    /// Verifies a text; see `verify(bytes:at:suiteOf:isListed:)`.
    public func verify(
        _ text: String, at moment: Instant? = nil, suiteOf: ((EventNumber) -> Suite?)? = nil,
        isListed: (ListedDigest) throws -> Bool = { _ in false }
    ) throws -> Verification {
        try verify(bytes: text.utf8.span, at: moment, suiteOf: suiteOf, isListed: isListed)
    }

    /// Verifies the input of a scanner, in any of the forms that TOKEN §4 allows. Makes the checks of TOKEN §5 in their
    /// order, up to and including `staleCode`.
    ///
    /// - Parameters:
    ///   - input: bytes in any encoding.
    ///   - moment: the time for checking a live code. If `moment` is nil, or if the event's live key is missing, live
    ///     codes are not checked. Validity windows are not checked here; see `VerifiedTicket.refusal(event:at:)`.
    ///   - suiteOf: returns the suite of an event, or nil if the event is unknown. If the event has a different suite
    ///     than the token, the token is refused as `badSignature`. The closure is called only for authentic tokens.
    ///   - isListed: returns whether the list contains a token. The closure is called only if the verifier was made
    ///     with a list, the token is for the list's event, and the token's issuer key is not retired. A token that is
    ///     not on the list is refused as `notListed`.
    /// - Throws: `OpenSSLError`; errors of `isListed`.
    public func verify(
        bytes input: Span<UInt8>, at moment: Instant? = nil, suiteOf: ((EventNumber) -> Suite?)? = nil,
        isListed: (ListedDigest) throws -> Bool = { _ in false }
    ) throws -> Verification {
        var token = EncodedToken()
        if let refusal = token.decode(input) { return .refused(refusal) }
        guard let claims = TokenBody.claims(in: token.bytes.span, suite: token.suite) else {
            return .refused(.malformed)
        }
        if case .list(let list, let digester) = keys {
            guard list.keys.contains(claims.key) else { return .refused(.unknownKey(claims.key)) }
            let bytes = token.bytes.span.extracting(first: token.suite.tokenLength)
            guard claims.event == list.event, try isListed(digester.digest(of: bytes)) else {
                return .refused(.notListed)
            }
        } else {
            let isProven = token.suite == .hmac ? try hasMAC(token, claims) : try hasSignature(token, claims)
            guard let isProven else { return .refused(.unknownKey(claims.key)) }
            guard isProven else { return .refused(.badSignature) }
        }
        if let suiteOf, let suite = suiteOf(claims.event), suite != claims.suite { return .refused(.badSignature) }

        guard let code = token.liveCode else { return .verified(VerifiedTicket(claims: claims, liveCode: .absent)) }
        guard let moment, let liveKey = try liveKey(token, claims) else {
            return .verified(VerifiedTicket(claims: claims, liveCode: .notChecked))
        }
        if let refusal = try liveKey.refusal(of: code, at: moment) { return .refused(refusal) }
        return .verified(VerifiedTicket(claims: claims, liveCode: .fresh))
    }

    /// Whether the MAC of a token of suite 1 is valid; nil if the verifier does not have the key or the key is retired.
    @inline(__always)
    private func hasMAC(_ token: borrowing EncodedToken, _ claims: TicketClaims) throws -> Bool? {
        let body = token.bytes.span.extracting(first: TokenBody.length)
        let proof = token.bytes.span.extracting(TokenBody.length..<Suite.hmac.tokenLength)
        if let mac = macs.value(key: claims.key, event: claims.event) { return try mac.isAuthentic(proof, of: body) }

        guard let key = try keys.secret(.mac, key: claims.key, event: claims.event) else { return nil }
        let mac = try HMAC(key: key)
        guard try mac.isAuthentic(proof, of: body) else { return false }
        macs.store(mac, key: claims.key, event: claims.event)
        return true
    }

    /// Whether the signature of a token of suite 2 is valid; nil if the verifier does not have the key or the key is
    /// retired.
    private func hasSignature(_ token: borrowing EncodedToken, _ claims: TicketClaims) throws -> Bool? {
        let body = token.bytes.span.extracting(first: TokenBody.length)
        let proof = token.bytes.span.extracting(TokenBody.length..<Suite.ed25519.tokenLength)
        if let key = publicKeys.value(key: claims.key, event: claims.event) {
            return try key.isSignature(proof, of: body)
        }
        guard let key = try keys.publicKey(key: claims.key, event: claims.event) else { return nil }
        let publicKey = try Ed25519.PublicKey(key)
        guard try publicKey.isSignature(proof, of: body) else { return false }
        publicKeys.store(publicKey, key: claims.key, event: claims.event)
        return true
    }

    /// The live key of an authentic ticket; nil at a gate without the event's live key.
    private func liveKey(_ token: borrowing EncodedToken, _ claims: TicketClaims) throws -> LiveKey? {
        let eventKey: HMAC
        if let kept = liveKeys.value(key: claims.key, event: claims.event) {
            eventKey = kept
        } else {
            guard let key = try keys.secret(.live, key: claims.key, event: claims.event) else { return nil }
            eventKey = try HMAC(key: key)
            liveKeys.store(eventKey, key: claims.key, event: claims.event)
        }
        return try LiveKey(eventLiveKey: eventKey, body: token.bytes.span.extracting(first: TokenBody.length))
    }
}
