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
    /// - Throws: `PackError`; `SystemError` with `EEXIST` when the path is taken. Nothing stays behind, but the number is
    ///   used up.
    public func makePack(
        of event: Event, _ order: PackOrder, verifyingWith ring: KeyRing, at path: String,
        passphrase: SecretBytes? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> PackSummary {
        let types = try ticketTypes(of: event)
        let clock = try OfficeClock(self)
        let (event, pack) = try perform(.makePack, on: event) { work in
            let event = try work.locked(event)
            try order.check(for: event, at: work.now)
            var random = SystemRandomNumberGenerator()
            let pack = Pack(
                event: event.number,
                number: try work.connection.gateDevices.nextNumber(of: event.number, name: order.name),
                name: order.name, device: .random(using: &random), made: work.now,
                expires: order.expires ?? PackOrder.expiry(of: event, at: work.now), proof: order.proof,
                showsNames: order.showsNames, gates: order.gates, function: order.function)
            try work.connection.knownKeys.remember(ring.checkValues)
            try work.connection.gateDevices.remember(pack)
            try work.connection.deviceClocks.begin(
                pack.device, name: pack.name, at: clock.earliest(work.now))
            try work.record(
                AuditSubject(.pack, pack.name), of: event.number, after: pack.auditFields)
            return (event, pack)
        }
        let digests = TokenDigests(event, ring)
        let keys = try PackKeys(ring, pack.proof, of: event, types: types).keys
        func make(_ path: String) throws -> PackContents {
            try store.makePack(
                pack, keys: keys, at: path, digest: digests.digest, guesses: digests.guesses, progress: progress)
        }
        guard let passphrase else { return PackSummary(pack: pack, contents: try make(path)) }
        return PackSummary(
            pack: pack, contents: try SealedPack.make(at: path, of: pack.device, passphrase: passphrase, make))
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
