import Cryptography
import Store
import TicketToken
public import Ticketing

/// What a pack is to be.
public struct PackOrder: Sendable {
    /// What people call the device that it is for.
    public var name: String
    public var proof: Pack.Proof
    /// The gates that it is for; empty for any.
    public var gates: [String]
    /// The number of the only function that it is for.
    public var function: Int?
    public var showsNames: Bool
    /// Nil is a day after the event's end.
    public var expires: Instant?

    public init(
        name: String, proof: Pack.Proof = .list, gates: [String] = [], function: Int? = nil, showsNames: Bool = false,
        expires: Instant? = nil
    ) {
        self.name = name
        self.proof = proof
        self.gates = gates
        self.function = function
        self.showsNames = showsNames
        self.expires = expires
    }

    /// The pack that is ordered, before it has a number.
    ///
    /// - Throws: `PackError` for what can't be.
    func pack(of event: Event, for device: DeviceID, at now: Instant) throws -> Pack {
        try check(for: event, at: now)
        return Pack(
            event: event.number, number: 0, name: name, device: device, made: now,
            expires: expires ?? PackOrder.expiry(of: event, at: now), proof: proof, showsNames: showsNames,
            gates: gates, function: function)
    }

    private func check(for event: Event, at now: Instant) throws {
        if let fault = NameFault.of(name) { throw PackError.name(fault) }
        for gate in gates { if let fault = NameFault.of(gate) { throw PackError.gate(gate, fault) } }
        switch (proof, event.suite) {
        case (.list, _), (.key, .hmac), (.ed25519, .ed25519): break
        case (.key, .ed25519), (.ed25519, .hmac): throw PackError.otherProof(proof, event.suite)
        }
        let expires = expires ?? PackOrder.expiry(of: event, at: now)
        guard expires > now else { throw PackError.expired(expires, in: event.zone) }
    }

    /// A day after the event's end. Events without an end last a day; those without a beginning have a pack for 30 days.
    static func expiry(of event: Event, at now: Instant) -> Instant {
        let day: Int64 = 86_400
        if let end = event.details.end { return end.advanced(bySeconds: day) }
        if let start = event.details.start { return start.advanced(bySeconds: 2 * day) }
        return now.advanced(bySeconds: 30 * day)
    }
}

/// What the gate of a pack is given of the office's keys (TOKEN §7): never an issuer key.
struct PackKeys {
    let keys: [PackRows.Key]

    init(_ ring: KeyRing, _ proof: Pack.Proof, of event: Event, types: [TicketType]) throws {
        let all = try ring.eventKeys(of: event.number, suite: event.suite)
        let proving: [PackRows.Key] =
            switch proof {
            case .list:
                all.liveKeys.keys.map { PackRows.Key(.listed, number: $0, material: SecretBytes(count: 0) { _ in }) }
            case .key: all.macKeys.map { PackRows.Key(.mac, number: $0, material: $1) }
            case .ed25519:
                all.publicKeys.map { PackRows.Key(.ed25519, number: $0, material: SecretBytes(copying: $1.span)) }
            }
        let live: [PackRows.Key] =
            types.contains(where: \.demandsLiveCode)
            ? all.liveKeys.map { PackRows.Key(.live, number: $0, material: $1) } : []
        keys = proving + live
    }
}

/// The digests of an event's tokens, as the key ring makes them.
struct TokenDigests: Sendable {
    let event: Event
    let ring: KeyRing
    private let usable: [UInt8]

    init(_ event: Event, _ ring: KeyRing) {
        self.event = event
        self.ring = ring
        usable = ring.keys.filter { $0.state != .retired }.map(\.number)
    }

    /// Makes them in one thread. Nil for a token of a key that is retired or gone: every gate answers it as `unknownKey`.
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

    /// An issue that nothing is remembered of: signed by any key of the ring.
    func guesses(_ token: IssuedToken) -> [IssuedToken] {
        usable.map { key in
            var guess = token
            guess.key = key
            return guess
        }
    }
}
