import Cryptography
import Store
public import Ticketing

/// The error for a client address that has sent too many wrong pairing codes. The client must wait before it sends
/// another code.
public struct PairingThrottled: Error {
    public let until: Instant
}

extension Authenticator {
    /// The rights of a paired phone: all rights of the role `gate` except the right to create organizers.
    private static let gateRights = Set(Role.Right.allCases.filter { Role.gate.grants($0) && $0 != .createOrganizer })

    /// Pairs a phone: gives it access to one gate of an event. One code pairs only one phone, even if several phones
    /// send the code at the same time. After five wrong codes, a client must wait before it sends another code. The
    /// first wrong code from an address is also counted for every pending pairing. A pairing for which five wrong codes
    /// were counted is cancelled.
    ///
    /// - Parameter name: the name of the person who uses the phone; ignored if the pairing already contains a name.
    /// - Returns: the secret with which the phone authenticates itself. Nil if no pairing is pending for this code.
    /// - Throws: `ManagementError.invalid` for a missing or invalid name; after this error, the code stays usable.
    ///   `PairingThrottled` if the client must wait.
    public func pair(
        _ code: PairingCode, as name: String? = nil, from caller: Client
    ) throws -> (secret: AccessSecret, device: WebDevice)? {
        let now = now()
        let address = try SHA256.digest(Array("pairing \(caller.address)".utf8))
        let found = try store.read { connection -> (user: User, organizer: OrganizerNumber)? in
            if let pause = try connection.signInPauses.of(address), pause.isActive(at: now) {
                throw PairingThrottled(until: pause.until)
            }
            guard let pairing = try connection.pairings.with(hash: code.hash), pairing.isOpen(at: now),
                let user = try connection.users.with(id: pairing.invitedBy)
            else { return nil }
            return (user, pairing.assignment.organizer)
        }
        guard let found else {
            try recordWrongCode(from: address, at: now)
            return nil
        }
        let secret = try AccessSecret()
        let services = ManagementServices(user: found.user, store: store, now: self.now)
        let device: WebDevice? = try services.transact(.pairDevice, in: found.organizer) { work in
            guard let pairing = try work.connection.pairings.consume(hash: code.hash, at: work.now) else { return nil }
            var faults = FieldFaults()
            faults.requireDeviceName(pairing.name == nil ? name ?? "" : nil)
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            let device = WebDevice(
                id: pairing.device, assignment: pairing.assignment, name: pairing.name ?? name ?? "",
                invitedBy: pairing.invitedBy, address: caller.address.description, created: work.now, seen: work.now)
            try work.connection.webDevices.add(device, hash: secret.hash)
            try work.record(
                AuditSubject(.device, device.id), of: device.assignment.event,
                after: ["paired": work.now.auditValue, "name": device.name, "address": device.address])
            return device
        }
        guard let device else {
            // Another phone used the code first.
            try recordWrongCode(from: address, at: now)
            return nil
        }
        return (secret, device)
    }

    /// The reason for a phone’s request. For `interactive`, a person did something on the phone. For `polling`, the
    /// open page requested updates by itself.
    public enum PhoneActivity: Sendable { case interactive, polling }

    /// The services for a paired phone. The phone has the rights of the user who created its pairing, limited to the
    /// role `gate` at the phone's event. Nil if the phone was revoked, or has been idle for too long.
    ///
    /// - Parameter presence: the reason for the request. A phone that sends only `polling` requests is idle.
    public func services(
        ofDevice secret: AccessSecret, as presence: PhoneActivity = .interactive
    ) throws -> (services: ManagementServices, device: WebDevice)? {
        let now = now()
        let found = try store.read { connection -> (user: User, device: WebDevice)? in
            guard let device = try connection.webDevices.with(hash: secret.hash), !device.hasEnded(at: now),
                let user = try connection.users.with(id: device.invitedBy)
            else { return nil }
            return (user, device)
        }
        guard let (user, device) = found else { return nil }
        if presence == .interactive {
            try recordLastSeen(seen: device.seen, at: now) {
                try $0.webDevices.recordUse(hash: secret.hash, seenAt: now)
            }
        }
        let grant = Grant(
            organizer: device.assignment.organizer, event: device.assignment.event, rights: Authenticator.gateRights)
        return (ManagementServices(user: user, store: store, now: self.now).narrowed(to: grant), device)
    }

    /// Counts a wrong code from a client's address, as `pair` describes. One address alone cannot cancel a pairing.
    /// Writes nothing if no pairing is pending.
    private func recordWrongCode(from address: [UInt8], at now: Instant) throws {
        guard try store.read({ try $0.pairings.hasOpen(at: now) }) else { return }
        let counted = try store.write { connection in
            let pause = try connection.signInPauses.locked(address, at: now)
            guard !pause.isActive(at: now) else { return [Pairing]() }
            let failed = pause.addingFailure(at: now)
            try connection.signInPauses.store(failed, of: address)
            return failed.failures == 1 ? try connection.pairings.countFailure(at: now) : []
        }
        for pairing in counted where !pairing.isOpen(at: now) {
            guard let user = try store.read({ try $0.users.with(id: pairing.invitedBy) }) else { continue }
            // The audit trail tells the person who created the pairing why the code no longer works.
            try ManagementServices(user: user, store: store, now: self.now).transact(
                .pairDevice, in: pairing.assignment.organizer
            ) {
                try $0.record(
                    AuditSubject(.device, pairing.device), of: pairing.assignment.event,
                    after: ["wrong_codes": "\(pairing.failures)"])
            }
        }
    }
}
