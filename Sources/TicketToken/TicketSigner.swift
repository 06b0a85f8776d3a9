import Cryptography
public import Languages
public import Ticketing

/// The reason why a ticket is not signed, or why a live code is not made.
public enum SigningError: Error, Hashable, SentenceConvertible {
    /// The key ring has no key with this number.
    case noSuchKey(UInt8)
    /// The key is verify-only or retired. New tickets need an active key.
    case notActive(UInt8, IssuerKey.State)
    /// Live codes exist only from 1970 on.
    case beforeLiveCodes

    enum Text: String, SentenceKey {
        static let subject = "signingError"

        case notActive = "key {number} is {state}; new tickets are signed with an active key"
        case beforeLiveCodes = "there are no live codes before 1970-01-01T00:00:00Z"
    }

    public var sentence: Sentence {
        switch self {
        case .noSuchKey(let number): KeyRingError.noSuchKey(number).sentence
        case .notActive(let number, let state):
            Sentence(Text.notActive, ["number": "\(number)", "state": .text(state.rawValue)])
        case .beforeLiveCodes: Sentence(Text.beforeLiveCodes)
        }
    }
}

/// Makes tokens of both suites: with a MAC (suite 1) or a signature (suite 2). The same claims always give the same
/// encoded token.
///
/// This class is not `Sendable`: use one instance for each thread. Later changes to the key ring have no effect on a
/// signer.
public final class TicketSigner {
    private let ring: KeyRing
    /// The states of the keys, indexed by key number. Reading this array is faster than searching the key ring for each
    /// signature.
    private let states: [IssuerKey.State?]
    private var macs = EventCache<HMAC>()
    private var privateKeys = EventCache<Ed25519.PrivateKey>()
    private var liveKeys = EventCache<HMAC>()
    private var digester: TokenDigester?

    public init(_ ring: KeyRing) {
        self.ring = ring
        self.states = (0...255).map { ring.key($0)?.state }
    }

    /// The encoded token of a new ticket, in canonical form: 56 letters in suite 1, 133 in suite 2.
    ///
    /// - Throws: `SigningError` if the issuer key in the claims is missing or not active; `OpenSSLError`.
    public func sign(_ claims: TicketClaims) throws -> String {
        guard let state = states[Int(claims.key)] else { throw SigningError.noSuchKey(claims.key) }
        guard state == .active else { throw SigningError.notActive(claims.key, state) }
        return try encodedToken(ofIssued: claims)
    }

    /// The encoded token of a ticket that is already issued, for example to print the ticket again. The ticket's issuer
    /// key can be verify-only.
    ///
    /// - Throws: `SigningError` if the key is missing or retired; `OpenSSLError`.
    public func encodedToken(ofIssued claims: TicketClaims) throws -> String {
        try withToken(of: claims) { EncodedToken.encode($0, suite: claims.suite) }
    }

    /// The digest of an issued ticket's token. A list of tokens contains such digests (TOKEN §7).
    ///
    /// - Throws: `SigningError` if the key is missing or retired; `OpenSSLError`.
    public func listedDigest(ofIssued claims: TicketClaims) throws -> ListedDigest {
        let digester = try digester ?? TokenDigester(SHA256Hasher())
        self.digester = digester
        return try withToken(of: claims) { try digester.digest(of: $0) }
    }

    /// Calls the closure with all bytes of the token: first the 19 bytes of `TokenBody`, then the MAC or signature.
    @inline(__always)
    private func withToken<Result>(of claims: TicketClaims, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
        switch claims.suite {
        case .hmac:
            var bytes = InlineArray<35, UInt8>(repeating: 0)
            var output = bytes.mutableSpan
            TokenBody.write(claims, to: &output)
            let proof = try mac(for: claims).code(of: output.span.extracting(first: TokenBody.length))
            TokenBody.append(proof.span.extracting(first: Suite.hmac.macLength), to: &output)
            return try body(output.span)
        case .ed25519:
            var bytes = InlineArray<83, UInt8>(repeating: 0)
            var output = bytes.mutableSpan
            TokenBody.write(claims, to: &output)
            let key = try privateKey(for: claims)
            let proof = try key.signature(of: output.span.extracting(first: TokenBody.length))
            TokenBody.append(proof.span, to: &output)
            return try body(output.span)
        }
    }

    /// The live key of a ticket. The holder's device computes live codes with this key (TOKEN §6).
    ///
    /// - Throws: `SigningError` if the key is missing or retired; `OpenSSLError`.
    public func liveKey(of claims: TicketClaims) throws -> LiveKey {
        var body = InlineArray<19, UInt8>(repeating: 0)
        var output = body.mutableSpan
        TokenBody.write(claims, to: &output)
        if let eventKey = liveKeys.value(key: claims.key, event: claims.event) {
            return try LiveKey(eventLiveKey: eventKey, body: body.span)
        }
        let eventKey = try HMAC(key: issuerKey(claims.key).eventKey(.live, of: claims.event))
        liveKeys.store(eventKey, key: claims.key, event: claims.event)
        return try LiveKey(eventLiveKey: eventKey, body: body.span)
    }

    @inline(__always)
    private func mac(for claims: TicketClaims) throws -> HMAC {
        if let mac = macs.value(key: claims.key, event: claims.event) { return mac }
        let mac = try HMAC(key: issuerKey(claims.key).eventKey(.mac, of: claims.event))
        macs.store(mac, key: claims.key, event: claims.event)
        return mac
    }

    private func privateKey(for claims: TicketClaims) throws -> Ed25519.PrivateKey {
        if let key = privateKeys.value(key: claims.key, event: claims.event) { return key }
        let key = try Ed25519.PrivateKey(seed: issuerKey(claims.key).eventKey(.ed25519, of: claims.event))
        privateKeys.store(key, key: claims.key, event: claims.event)
        return key
    }

    func linkKey(_ number: UInt8, of event: EventNumber) throws -> SecretBytes {
        try issuerKey(number).eventKey(.link, of: event)
    }

    private func issuerKey(_ number: UInt8) throws -> IssuerKey {
        guard let key = ring.key(number) else { throw SigningError.noSuchKey(number) }
        guard key.state != .retired else { throw SigningError.notActive(number, key.state) }
        return key
    }
}
