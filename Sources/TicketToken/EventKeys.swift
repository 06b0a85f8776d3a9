public import Cryptography
public import Ticketing

/// The purpose of a key that is derived from an issuer key for one event (TOKEN §3).
public enum EventKeyPurpose: String, Sendable, CaseIterable {
    /// Makes and verifies the MACs of suite 1.
    case mac = "event-mac"
    /// The seed of the event's Ed25519 key, which signs the tokens of suite 2.
    case ed25519 = "event-ed25519"
    /// Makes and verifies live codes. This key cannot make tickets.
    case live = "event-live"
    /// Makes the links to ticket pages. This key cannot make tickets, and only the main store has it.
    case link = "event-link"
}

extension IssuerKey {
    /// Derives the 32-byte key of one event for one purpose (TOKEN §3).
    ///
    /// - Throws: `KeyRingError.retired` for a retired key.
    public func eventKey(_ purpose: EventKeyPurpose, of event: EventNumber) throws -> SecretBytes {
        guard let secret else { throw KeyRingError.retired(number) }
        let number = event.rawValue
        let info =
            Array("eventpass/v1/\(purpose.rawValue)/".utf8)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
        return try HKDF.derive(from: secret, info: info, count: 32)
    }
}

/// The keys that a gate is allowed to have for one event (TOKEN §7). Each dictionary maps an issuer key's number to the
/// key that is derived from that issuer key. A MAC key of suite 1 can make tickets of this event; a public key and a
/// live key cannot.
public struct EventKeys: Sendable {
    public let event: EventNumber
    public let macKeys: [UInt8: SecretBytes]
    /// The public keys of suite 2, 32 bytes each.
    public let publicKeys: [UInt8: [UInt8]]
    public let liveKeys: [UInt8: SecretBytes]

    public init(
        event: EventNumber, macKeys: [UInt8: SecretBytes] = [:], publicKeys: [UInt8: [UInt8]] = [:],
        liveKeys: [UInt8: SecretBytes] = [:]
    ) {
        self.event = event
        self.macKeys = macKeys
        self.publicKeys = publicKeys
        self.liveKeys = liveKeys
    }
}

extension KeyRing {
    /// Derives the keys with which a gate verifies one event's tickets and live codes. The tickets' suite is `suite`.
    /// The keys are derived from each issuer key that is not retired.
    public func eventKeys(of event: EventNumber, suite: Suite) throws -> EventKeys {
        var secrets: [UInt8: SecretBytes] = [:]
        var publicKeys: [UInt8: [UInt8]] = [:]
        var liveKeys: [UInt8: SecretBytes] = [:]
        for key in keys where key.state != .retired {
            liveKeys[key.number] = try key.eventKey(.live, of: event)
            switch suite {
            case .hmac: secrets[key.number] = try key.eventKey(.mac, of: event)
            case .ed25519: publicKeys[key.number] = try key.eventPublicKey(of: event)
            }
        }
        return EventKeys(event: event, macKeys: secrets, publicKeys: publicKeys, liveKeys: liveKeys)
    }
}

extension IssuerKey {
    /// Derives the 32-byte Ed25519 public key of one event. The key verifies tokens of suite 2 and cannot make tokens.
    public func eventPublicKey(of event: EventNumber) throws -> [UInt8] {
        try Ed25519.PrivateKey(seed: eventKey(.ed25519, of: event)).publicKey()
    }
}

/// The data with which a verifier works: a key ring, the keys of one event, or a list of one event's tokens.
enum VerificationKeys {
    case ring(KeyRing)
    case event(EventKeys)
    case list(TokenList, TokenDigester)

    func secret(_ purpose: EventKeyPurpose, key: UInt8, event: EventNumber) throws -> SecretBytes? {
        switch self {
        case .ring(let ring): return try ring.verifyingKey(key)?.eventKey(purpose, of: event)
        case .event(let keys):
            guard keys.event == event else { return nil }
            switch purpose {
            case .mac: return keys.macKeys[key]
            case .live: return keys.liveKeys[key]
            case .ed25519, .link: return nil
            }
        case .list(let list, _): return purpose == .live && list.event == event ? list.liveKeys[key] : nil
        }
    }

    func publicKey(key: UInt8, event: EventNumber) throws -> [UInt8]? {
        switch self {
        case .ring(let ring): try ring.verifyingKey(key)?.eventPublicKey(of: event)
        case .event(let keys): keys.event == event ? keys.publicKeys[key] : nil
        case .list: nil
        }
    }
}
