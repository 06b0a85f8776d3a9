public import Cryptography
import Glibc
public import Store
public import TicketToken
public import Ticketing

/// A gate pack that was created, and a summary of its contents.
public struct CreatedGatePack: Sendable {
    public let pack: GatePack
    public let contents: GatePackContents
}

/// Creates and refreshes gate packs.
public struct GatePackService: Sendable {
    let services: ManagementServices

    /// Creates a gate pack: one file that lets a gate work without the main store (Docs/Gate.md, “Gate packs”).
    ///
    /// - Parameters:
    ///   - path: the absolute path of the new file, which gets mode 0600.
    ///   - passphrase: encrypts the file for transport; nil leaves it unencrypted.
    ///   - progress: called with the number of tickets that have been processed.
    /// - Throws: `GatePackError`; `SystemError` with `EEXIST` if the path exists; the existing file then stays
    ///   unchanged. After an error, no new file remains, and the pack's number is released for the next pack. If this
    ///   cleanup fails, the number is not released.
    public func createGatePack(
        of event: Event, _ order: GatePackRequest, verifyingWith ring: KeyRing, at path: String,
        passphrase: SecretBytes? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> CreatedGatePack {
        let types = try services.ticketTypes.ticketTypes(of: event)
        let clock = try StoreClock(services)
        let device = {
            var random = SystemRandomNumberGenerator()
            return DeviceID.random(using: &random)
        }()
        let (event, draft) = try services.perform(.makePack, on: event) { work in
            let event = try work.locked(event)
            try work.connection.knownKeys.record(ring.checkValues)
            try work.requireKeys(ring, for: event.number)
            return (event, try order.pack(of: event, for: device, at: work.now))
        }
        let digests = TokenDigests(event, ring)
        let keys = try GatePackKeys(ring, draft.verificationMethod, of: event, types: types).keys
        var entered: GatePack?
        func make(_ path: String) throws -> CreatedGatePack {
            let (pack, contents) = try services.store.createPack(
                draft, keys: keys, at: path, digester: digests.digester, guesses: digests.possibleTokens,
                progress: progress
            ) { draft in
                let given = try registerPack(draft, order, of: event, clock)
                entered = given.pack
                return given
            }
            return CreatedGatePack(pack: pack, contents: contents)
        }
        var isWritten = false
        do {
            let made =
                try passphrase.map { try EncryptedGatePack.create(at: path, of: device, passphrase: $0, make) }
                ?? make(path)
            isWritten = true
            try services.perform(.makePack, on: event) { work in
                try work.record(AuditSubject(.gatePack, made.pack.name), of: event.number, after: made.pack.auditFields)
            }
            return made
        } catch {
            if isWritten { _ = unsafe unlink(path) }
            if let entered { releasePackNumber(entered, of: event) }
            throw error
        }
    }

    /// Releases the number of a pack that could not be created, so that the next pack with the same name gets this
    /// number. Ignores errors, because the error that stopped the creation is more important.
    private func releasePackNumber(_ pack: GatePack, of event: Event) {
        do {
            try services.perform(.makePack, on: event) { try $0.connection.gateDevices.remove(pack) }
        } catch {}
    }

    /// Stores a pack with its new number and its device's key. The audit record is written later, when the pack's file
    /// exists.
    private func registerPack(
        _ draft: GatePack, _ order: GatePackRequest, of event: Event, _ clock: StoreClock
    ) throws -> (pack: GatePack, identity: DeviceKeys.PackKeyPair?) {
        let seed = try SecretBytes.random(count: Ed25519.keyLength)
        return try services.perform(.makePack, on: event) { work in
            var pack = try order.pack(of: work.locked(event), for: draft.device, at: work.now)
            pack.heads = draft.heads
            pack.number = try work.connection.gateDevices.nextNumber(of: event.number, name: pack.name)
            try work.connection.gateDevices.record(pack)
            try work.connection.deviceClocks.begin(pack.device, name: pack.name, at: clock.earliest(work.now))
            return (pack, try work.connection.deviceKeys.issue(to: pack, seed: seed))
        }
    }
}

extension UnitOfWork {
    /// Checks that the key ring has all keys that signed active tickets of an event, and that at least one of these
    /// keys is not retired.
    ///
    /// - Throws: `GatePackError.keysMissing` if the ring lacks such a key; `nothingVerifies` if all these keys are
    ///   retired.
    func requireKeys(_ ring: KeyRing, for event: EventNumber) throws {
        let ringSigns = ring.signingKey != nil
        let missing = try connection.knownKeys.missing(from: ring.checkValues, ringSigns: ringSigns, of: event)
        guard missing.isEmpty else { throw GatePackError.keysMissing(missing) }
        let verifies = try ring.keys.contains {
            try $0.state != .retired && connection.tickets.hasActive(signedBy: $0.number, of: event)
        }
        guard try verifies || !connection.tickets.hasActive(of: event) else {
            throw GatePackError.nothingVerifies(ringSigns: ringSigns)
        }
    }
}

extension GatePack {
    var auditFields: AuditFields {
        AuditFields(
            present: [
                ("number", number.description), ("device", device.description), ("proof", verificationMethod.rawValue),
                ("names", includesHolderNames ? "yes" : "no"), ("phone_search", allowsPhoneSearch ? "yes" : "no"),
                ("gates", gates.isEmpty ? nil : gates.joined(separator: ", ")), ("sub_event", subEvent?.description),
                ("made", made.auditValue), ("expires", expires.auditValue),
            ])
    }
}
