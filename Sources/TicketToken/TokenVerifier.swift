import Cryptography
public import Ticketing

/// Tells tickets from everything else a scanner sends.
///
/// ```swift
/// let ring = try KeyRing.open(at: folder)
/// let verifier = TokenVerifier(ring)
/// let finding = try verifier.verify(scanned)
/// ```
///
/// A refusal is a value; what is thrown is trouble (`OpenSSLError`), and says nothing about the ticket. The ring is
/// taken as it is: a key that is retired later needs a new verifier. Not `Sendable`: use one a thread.
public final class TokenVerifier {
    private let holding: KeyHolding
    private var macs = EventCache<HMAC>()
    private var publicKeys = EventCache<Ed25519.PublicKey>()
    private var liveKeys = EventCache<HMAC>()

    /// For the office: verifies every event.
    public init(_ ring: KeyRing) { holding = .ring(ring) }

    /// For a gate: verifies one event; a token of any other is `unknownKey`.
    public init(_ keys: EventKeys) { holding = .event(keys) }

    /// For the usual gate: takes the tokens of one event that are listed; see `isListed` of `verify`.
    ///
    /// - Throws: `OpenSSLError`.
    public init(_ list: TokenList) throws { holding = .list(list, TokenDigester(try SHA256Hasher())) }

    /// Verifies a text; see `verify(bytes:at:suiteOf:isListed:)`.
    public func verify(
        _ text: String, at moment: Instant? = nil, suiteOf: ((EventNumber) -> Suite?)? = nil,
        isListed: (ListedDigest) throws -> Bool = { _ in false }
    ) throws -> Verification {
        try verify(bytes: text.utf8.span, at: moment, suiteOf: suiteOf, isListed: isListed)
    }

    /// Verifies what a scanner sent, in any of the forms of TOKEN §4; up to `staleCode` in the order of TOKEN §5.
    ///
    /// - Parameters:
    ///   - input: bytes, which need not be UTF-8.
    ///   - moment: the verifier's clock; without it, or without the event's live key, a live code is not judged.
    ///     Windows are left to `VerifiedTicket.refusal(event:at:)` or to what the store knows.
    ///   - suiteOf: the suite of an event where it is known: a token of the other is `badSignature`. It is asked only
    ///     after the proof held.
    ///   - isListed: whether a verifier's list has a token; asked only by one that was made with a list, and for a token of its
    ///     event with a key that is not retired. What is not on it is `notListed`.
    /// - Throws: `OpenSSLError`; what `isListed` throws.
    public func verify(
        bytes input: Span<UInt8>, at moment: Instant? = nil, suiteOf: ((EventNumber) -> Suite?)? = nil,
        isListed: (ListedDigest) throws -> Bool = { _ in false }
    ) throws -> Verification {
        var token = TokenText()
        if let refusal = token.read(input) { return .refused(refusal) }
        guard let claims = TokenBody.claims(in: token.bytes.span, suite: token.suite) else {
            return .refused(.malformed)
        }
        if case .list(let list, let digester) = holding {
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
            return .verified(VerifiedTicket(claims: claims, liveCode: .notJudged))
        }
        if let refusal = try liveKey.refusal(of: code, at: moment) { return .refused(refusal) }
        return .verified(VerifiedTicket(claims: claims, liveCode: .fresh))
    }

    /// Whether the proof of suite 1 holds; nil without its key.
    @inline(__always)
    private func hasMAC(_ token: borrowing TokenText, _ claims: TicketClaims) throws -> Bool? {
        let body = token.bytes.span.extracting(first: TokenBody.length)
        let proof = token.bytes.span.extracting(TokenBody.length..<Suite.hmac.tokenLength)
        if let mac = macs.value(key: claims.key, event: claims.event) { return try mac.isProof(proof, of: body) }

        guard let key = try holding.secret(.mac, key: claims.key, event: claims.event) else { return nil }
        let mac = try HMAC(key: key)
        guard try mac.isProof(proof, of: body) else { return false }
        macs.keep(mac, key: claims.key, event: claims.event)
        return true
    }

    /// Whether the proof of suite 2 holds; nil without its key.
    private func hasSignature(_ token: borrowing TokenText, _ claims: TicketClaims) throws -> Bool? {
        let body = token.bytes.span.extracting(first: TokenBody.length)
        let proof = token.bytes.span.extracting(TokenBody.length..<Suite.ed25519.tokenLength)
        if let key = publicKeys.value(key: claims.key, event: claims.event) {
            return try key.isSignature(proof, of: body)
        }
        guard let key = try holding.publicKey(key: claims.key, event: claims.event) else { return nil }
        let publicKey = try Ed25519.PublicKey(key)
        guard try publicKey.isSignature(proof, of: body) else { return false }
        publicKeys.keep(publicKey, key: claims.key, event: claims.event)
        return true
    }

    /// The live key of a ticket that is proven; nil at a gate that does not hold its event's.
    private func liveKey(_ token: borrowing TokenText, _ claims: TicketClaims) throws -> LiveKey? {
        let eventKey: HMAC
        if let kept = liveKeys.value(key: claims.key, event: claims.event) {
            eventKey = kept
        } else {
            guard let key = try holding.secret(.live, key: claims.key, event: claims.event) else { return nil }
            eventKey = try HMAC(key: key)
            liveKeys.keep(eventKey, key: claims.key, event: claims.event)
        }
        return try LiveKey(eventLiveKey: eventKey, body: token.bytes.span.extracting(first: TokenBody.length))
    }
}
