import Cryptography
import Store
import TicketToken
public import Ticketing

/// The settings for a new gate pack.
public struct GatePackRequest: Sendable {
    /// The name of the device for which the pack is made.
    public var name: String
    public var proof: GatePack.VerificationMethod
    /// The names of the gates at which the pack may be used; empty for all gates.
    public var gates: [String]
    /// The number of the only sub-event for which the pack may be used; nil for all sub-events.
    public var subEvent: Int?
    public var showsNames: Bool
    /// Whether the pack contains hashes of the last digits of phone numbers, so that gates find tickets by these
    /// digits.
    public var allowsPhoneSearch: Bool
    /// The time from which the pack admits nobody; nil for the default (`expiry(of:at:)`).
    public var expires: Instant?

    public init(
        name: String, proof: GatePack.VerificationMethod = .list, gates: [String] = [], subEvent: Int? = nil,
        showsNames: Bool = false, allowsPhoneSearch: Bool = false,
        expires: Instant? = nil
    ) {
        self.name = name
        self.proof = proof
        self.gates = gates
        self.subEvent = subEvent
        self.showsNames = showsNames
        self.allowsPhoneSearch = allowsPhoneSearch
        self.expires = expires
    }

    /// Makes a pack with these settings. The pack's number is 0 until the pack is stored.
    ///
    /// - Throws: `GatePackError` for invalid settings.
    func pack(of event: Event, for device: DeviceID, at now: Instant) throws -> GatePack {
        try check(for: event, at: now)
        return GatePack(
            event: event.number, number: 0, name: name, device: device, made: now,
            expires: expires ?? GatePackRequest.expiry(of: event, at: now),
            rights: GatePack.Rights(
                verificationMethod: proof, includesHolderNames: showsNames, gates: gates, subEvent: subEvent,
                allowsPhoneSearch: allowsPhoneSearch))
    }

    private func check(for event: Event, at now: Instant) throws {
        if let fault = TextFault.of(name) { throw GatePackError.invalidName(fault) }
        for gate in gates { if let fault = TextFault.of(gate) { throw GatePackError.invalidGate(gate, fault) } }
        switch (proof, event.suite) {
        case (.list, _), (.key, .hmac), (.ed25519, .ed25519): break
        case (.key, .ed25519), (.ed25519, .hmac): throw GatePackError.proofMismatch(proof, event.suite)
        }
        let expires = expires ?? GatePackRequest.expiry(of: event, at: now)
        guard expires > now else { throw GatePackError.expired(expires, in: event.zone) }
    }

    /// The default expiry time of a pack: a day after the event's end. An event without an end is assumed to last one
    /// day. If the event has neither an end nor a start, the pack is valid for 30 days.
    static func expiry(of event: Event, at now: Instant) -> Instant {
        let day: Int64 = 86_400
        if let end = event.details.end { return end.advanced(bySeconds: day) }
        if let start = event.details.start { return start.advanced(bySeconds: 2 * day) }
        return now.advanced(bySeconds: 30 * day)
    }
}

/// The keys that a gate pack contains (Docs/TokenFormat.md §7). They never include an issuer key, because anyone with
/// an issuer key can sign tickets.
struct GatePackKeys {
    let keys: [GatePackRecord.Key]

    init(_ ring: KeyRing, _ proof: GatePack.VerificationMethod, of event: Event, types: [TicketType]) throws {
        let all = try ring.eventKeys(of: event.number, suite: event.suite)
        let proving: [GatePackRecord.Key] =
            switch proof {
            case .list:
                all.liveKeys.keys.map {
                    GatePackRecord.Key(.listed, number: $0, material: SecretBytes(count: 0) { _ in })
                }
            case .key: all.macKeys.map { GatePackRecord.Key(.mac, number: $0, material: $1) }
            case .ed25519:
                all.publicKeys.map { GatePackRecord.Key(.ed25519, number: $0, material: SecretBytes(copying: $1.span)) }
            }
        let live: [GatePackRecord.Key] =
            types.contains(where: \.requiresLiveCode)
            ? all.liveKeys.map { GatePackRecord.Key(.live, number: $0, material: $1) } : []
        keys = proving + live
    }
}

/// Computes the digests (hashes) of an event's tokens with a key ring.
struct TokenDigests: Sendable {
    let event: Event
    let ring: KeyRing
    private let usable: [UInt8]

    init(_ event: Event, _ ring: KeyRing) {
        self.event = event
        self.ring = ring
        usable = ring.keys.filter { $0.state != .retired }.map(\.number)
    }

    /// Returns a function that computes the digest of a token. The function returns nil if the token's key is retired
    /// or missing, because gates refuse such a token as `unknownKey`. Use the function in only one thread.
    func digester() -> (IssuedToken) throws -> ListedDigest? {
        let signer = TicketSigner(ring)
        return { token in
            guard usable.contains(token.key) else { return nil }
            return try signer.listedDigest(
                ofIssued: TicketClaims(
                    suite: event.suite, key: token.key, event: event.number, serial: token.serial, type: token.type,
                    admits: token.admits, issue: token.issue, window: token.window))
        }
    }

    /// The possible tokens of a ticket whose signing key was not recorded: one token for each usable key of the ring.
    func possibleTokens(_ token: IssuedToken) -> [IssuedToken] {
        usable.map { key in
            var guess = token
            guess.key = key
            return guess
        }
    }
}
