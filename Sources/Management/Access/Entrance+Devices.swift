import Cryptography
import Store
public import Ticketing

/// Why no code is taken from somewhere, for a while: too many from there were wrong.
public struct PairingPause: Error {
    public let until: Instant
}

extension Entrance {
    /// What a device of the role `gate` may: nothing that belongs to no event.
    private static let gateRights = Set(Role.Right.allCases.filter { Role.gate.grants($0) && $0 != .beginAnew })

    /// Pairs a phone. One code pairs one, however many try it at once. After five wrong codes from one address nobody there
    /// is listened to for a while; the first of them counts against every phone that is awaited, and after five of these
    /// nobody is any more.
    ///
    /// - Parameter name: who works with it, where the invitation does not say so.
    /// - Returns: what the phone proves itself with from now on. Nil where nobody with this code is awaited.
    /// - Throws: `ManagementError.invalid` for a name that is missing or can't be one; the code can then be used again.
    ///   `PairingPause`.
    public func pair(
        _ code: PairingCode, as name: String? = nil, from caller: Caller
    ) throws -> (secret: AccessSecret, device: WebDevice)? {
        let now = now()
        let address = try SHA256.digest(Array("pairing \(caller.address)".utf8))
        let found = try store.read { connection -> (user: User, organizer: OrganizerNumber)? in
            if let pause = try connection.signInPauses.of(address), pause.lasts(at: now) {
                throw PairingPause(until: pause.until)
            }
            guard let pairing = try connection.pairings.with(hash: code.hash), pairing.isOpen(at: now),
                let user = try connection.users.with(id: pairing.invitedBy)
            else { return nil }
            return (user, pairing.post.organizer)
        }
        guard let found else {
            try countFailure(from: address, at: now)
            return nil
        }
        let secret = try AccessSecret()
        let office = Office(user: found.user, store: store, now: self.now)
        let device: WebDevice? = try office.transact(.pairDevice, in: found.organizer) { work in
            guard let pairing = try work.connection.pairings.use(hash: code.hash, at: work.now) else { return nil }
            var faults = FieldFaults()
            faults.demandDeviceName(pairing.name == nil ? name ?? "" : nil)
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            let device = WebDevice(
                id: pairing.device, post: pairing.post, name: pairing.name ?? name ?? "",
                invitedBy: pairing.invitedBy, address: caller.address.description, created: work.now, seen: work.now)
            try work.connection.webDevices.add(device, hash: secret.hash)
            try work.record(
                AuditSubject(.device, device.id), of: device.post.event,
                after: ["paired": work.now.auditText, "name": device.name, "address": device.address])
            return device
        }
        guard let device else {
            // Somebody else was faster.
            try countFailure(from: address, at: now)
            return nil
        }
        return (secret, device)
    }

    /// Whether somebody is at work with a phone, or its page asks by itself, as it does as long as it is open.
    public enum Presence: Sendable { case used, open }

    /// The office for a phone at its gate: what its user may, of that the role `gate`, at its event. Nil when the phone was
    /// revoked, or nobody has used it for long.
    ///
    /// - Parameter presence: whether that keeps the phone from being idle.
    public func office(
        ofDevice secret: AccessSecret, as presence: Presence = .used
    ) throws -> (office: Office, device: WebDevice)? {
        let now = now()
        let found = try store.read { connection -> (user: User, device: WebDevice)? in
            guard let device = try connection.webDevices.with(hash: secret.hash), !device.isOver(at: now),
                let user = try connection.users.with(id: device.invitedBy)
            else { return nil }
            return (user, device)
        }
        guard let (user, device) = found else { return nil }
        if presence == .used {
            try note(seen: device.seen, at: now) { try $0.webDevices.note(hash: secret.hash, seenAt: now) }
        }
        let grant = Grant(
            organizer: device.post.organizer, event: device.post.event, rights: Entrance.gateRights)
        return (Office(user: user, store: store, now: self.now).narrowed(to: grant), device)
    }

    /// Counts a wrong code: against the codes that are awaited the first from each address alone, so that nobody can end
    /// them by themselves. Where none is awaited, it costs no write.
    private func countFailure(from address: [UInt8], at now: Instant) throws {
        guard try store.read({ try $0.pairings.areAnyOpen(at: now) }) else { return }
        let counted = try store.write { connection in
            let pause = try connection.signInPauses.locked(address, at: now)
            guard !pause.lasts(at: now) else { return [Pairing]() }
            let failed = pause.failed(at: now)
            try connection.signInPauses.store(failed, of: address)
            return failed.failures == 1 ? try connection.pairings.countFailure(at: now) : []
        }
        for pairing in counted where !pairing.isOpen(at: now) {
            guard let user = try store.read({ try $0.users.with(id: pairing.invitedBy) }) else { continue }
            // For who wonders why the code is not taken, and who tried others.
            try Office(user: user, store: store, now: self.now).transact(.pairDevice, in: pairing.post.organizer) {
                try $0.record(
                    AuditSubject(.device, pairing.device), of: pairing.post.event,
                    after: ["wrong_codes": "\(pairing.failures)"])
            }
        }
    }
}
