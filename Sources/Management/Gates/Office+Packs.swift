public import Cryptography
import Glibc
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
    /// - Throws: `PackError`; `SystemError` with `EEXIST` when the path is taken. Nothing stays behind then:
    ///   no file, no number and no entry in the audit trail, unless the program is killed or the store fails, too.
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
            try work.demandKeys(ring, for: event.number)
            return (event, try order.pack(of: event, for: device, at: work.now))
        }
        let digests = TokenDigests(event, ring)
        let keys = try PackKeys(ring, draft.proof, of: event, types: types).keys
        var entered: Pack?
        func make(_ path: String) throws -> PackSummary {
            let (pack, contents) = try store.makePack(
                draft, keys: keys, at: path, digester: digests.digester, guesses: digests.guesses, progress: progress
            ) { draft in
                let given = try enter(draft, order, of: event, clock)
                entered = given.pack
                return given
            }
            return PackSummary(pack: pack, contents: contents)
        }
        var isWritten = false
        do {
            let made =
                try passphrase.map { try SealedPack.make(at: path, of: device, passphrase: $0, make) } ?? make(path)
            isWritten = true
            try perform(.makePack, on: event) { work in
                try work.record(AuditSubject(.pack, made.pack.name), of: event.number, after: made.pack.auditFields)
            }
            return made
        } catch {
            if isWritten { _ = unsafe unlink(path) }
            if let entered { giveBack(entered, of: event) }
            throw error
        }
    }

    /// What can't be given back stays used: the error that stopped the pack tells more than that.
    private func giveBack(_ pack: Pack, of event: Event) {
        do {
            try perform(.makePack, on: event) { try $0.connection.gateDevices.forget(pack) }
        } catch {}
    }

    /// Gives a pack its number and its device a key, and remembers both. The audit trail hears of it when the file is there.
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
            return (pack, try work.connection.deviceKeys.issue(to: pack, seed: seed))
        }
    }
}

extension Work {
    /// Refuses a ring that lacks a key of an event's active tickets, and one that verifies none of them, where there are any.
    ///
    /// - Throws: `PackError.keysMissing`; `nothingVerifies`.
    func demandKeys(_ ring: KeyRing, for event: EventNumber) throws {
        let ringSigns = ring.signingKey != nil
        let missing = try connection.knownKeys.missing(from: ring.checkValues, ringSigns: ringSigns, of: event)
        guard missing.isEmpty else { throw PackError.keysMissing(missing) }
        let verifies = try ring.keys.contains {
            try $0.state != .retired && connection.tickets.stands(signedBy: $0.number, of: event)
        }
        guard try verifies || !connection.tickets.stands(of: event) else {
            throw PackError.nothingVerifies(ringSigns: ringSigns)
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
