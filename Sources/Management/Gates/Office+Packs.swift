public import Cryptography
public import Store
public import TicketToken
public import Ticketing

/// A pack that was made.
public struct PackSummary: Sendable {
    public let pack: Pack
    public let contents: PackContents
}

extension Office {
    /// Makes a gate pack of an event: one file with which a gate works without this store (GATE, "Packs").
    ///
    /// - Parameters:
    ///   - path: absolute, of the new file; its mode is 0600.
    ///   - passphrase: seals the file for the way; nil leaves it open.
    ///   - progress: is told how many tickets are through.
    /// - Throws: `PackError`; `SystemError` with `EEXIST` when the path is taken. Nothing stays behind; it has a number, and
    ///   is in the audit trail, once all of it is written, so that only its last step on the disk can waste one.
    public func makePack(
        of event: Event, _ order: PackOrder, verifyingWith ring: KeyRing, at path: String,
        passphrase: SecretBytes? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> PackSummary {
        let types = try ticketTypes(of: event)
        let clock = try OfficeClock(self)
        let device = {
            var random = SystemRandomNumberGenerator()
            return DeviceID.random(using: &random)
        }()
        let (event, draft) = try perform(.makePack, on: event) { work in
            let event = try work.locked(event)
            try work.connection.knownKeys.remember(ring.checkValues)
            return (event, try order.pack(of: event, for: device, at: work.now))
        }
        let digests = TokenDigests(event, ring)
        let keys = try PackKeys(ring, draft.proof, of: event, types: types).keys
        func make(_ path: String) throws -> PackSummary {
            let (pack, contents) = try store.makePack(
                draft, keys: keys, at: path, digester: digests.digester, guesses: digests.guesses, progress: progress
            ) { try enter($0, order, of: event, clock) }
            return PackSummary(pack: pack, contents: contents)
        }
        guard let passphrase else { return try make(path) }
        return try SealedPack.make(at: path, of: device, passphrase: passphrase, make)
    }

    /// Gives a pack its number and its device a key, and remembers both.
    private func enter(
        _ draft: Pack, _ order: PackOrder, of event: Event, _ clock: OfficeClock
    ) throws -> (pack: Pack, identity: DeviceKeys.Identity?) {
        let seed = try SecretBytes.random(count: Ed25519.keyLength)
        return try perform(.makePack, on: event) { work in
            var pack = try order.pack(of: work.locked(event), for: draft.device, at: work.now)
            pack.heads = draft.heads
            pack.number = try work.connection.gateDevices.nextNumber(of: event.number, name: pack.name)
            try work.connection.gateDevices.remember(pack)
            try work.connection.deviceClocks.begin(pack.device, name: pack.name, at: clock.earliest(work.now))
            try work.record(AuditSubject(.pack, pack.name), of: event.number, after: pack.auditFields)
            return (pack, try work.connection.deviceKeys.issue(to: pack, seed: seed))
        }
    }
}

extension Pack {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("number", number.description), ("device", device.description), ("proof", proof.rawValue),
                ("names", showsNames ? "yes" : "no"),
                ("gates", gates.isEmpty ? nil : gates.joined(separator: ", ")), ("function", function?.description),
                ("made", made.auditText), ("expires", expires.auditText),
            ])
    }
}
