public import Store
public import TicketToken
public import Ticketing

/// A pack that was brought up to date.
public struct PackRefresh: Sendable {
    public let pack: Pack
    public let changes: PackChanges
    /// How far its clock is off, as far as its records tell by now.
    public let clock: ClockOffset
}

extension Office {
    /// Brings a gate pack to what this store has now: revocations, re-issues, late sales, types, rules and keys. The
    /// pack's ledger stays, and its number only rises.
    ///
    /// - Parameters:
    ///   - expires: nil is a day after the event's end.
    ///   - progress: is told how many tickets were compared.
    /// - Throws: `PackError`: for a pack of another event, for one that this office did not make, for one that claims other
    ///   rights than this office gave it or does not have its device's private key, and where this office remembers less
    ///   than the pack does. `StoreError.changedMeanwhile` when another was faster. Nothing has changed then.
    public func refresh(
        _ open: OpenPack, from event: Event, verifyingWith ring: KeyRing, expires: Instant? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> PackRefresh {
        guard open.event.number == event.number else {
            throw PackError.otherEvent(of: open.event.number, not: event.number)
        }
        let types = try ticketTypes(of: event)
        let officeClock = try OfficeClock(self)
        // Before the office's transaction: a foreign file must not keep others waiting.
        let (identity, written) = try open.identity()
        let (event, before, pack, clock) = try perform(.refreshPack, on: event) { work in
            let event = try work.locked(event)
            guard let before = identity?.pack,
                let given = try work.connection.gateDevices.with(id: before.device)
            else { throw PackError.unknownDevice(name: open.pack.name) }
            try given.refuseDifference(from: before, of: event)
            guard try identity?.isProven(at: work.connection) ?? false else {
                throw PackError.unproven(name: given.name)
            }
            guard given.number >= before.number else {
                throw PackError.older(office: given.number, pack: before.number)
            }
            var pack = before
            pack.number = try work.connection.gateDevices.nextNumber(of: event.number, name: pack.name)
            pack.made = work.now
            pack.expires = expires ?? PackOrder.expiry(of: event, at: work.now)
            guard pack.expires > work.now else { throw PackError.expired(pack.expires, in: event.zone) }
            try work.connection.knownKeys.remember(ring.checkValues)
            try work.demandKeys(ring, for: event.number)
            try work.connection.gateDevices.remember(pack)
            try work.record(
                AuditSubject(.pack, pack.name), of: event.number, before: before.auditFields,
                after: pack.auditFields)
            let clock = try work.connection.deviceClocks.learn(
                first: written?.first, last: written?.last, of: pack.device, name: pack.name,
                at: officeClock.latest(work.now))
            return (event, before, pack, clock)
        }
        let digests = TokenDigests(event, ring)
        let changes = try store.refresh(
            open.store, from: before, to: pack, keys: PackKeys(ring, pack.proof, of: event, types: types).keys,
            digester: digests.digester, guesses: digests.guesses, progress: progress)
        return PackRefresh(pack: pack, changes: changes, clock: clock)
    }
}

extension OpenPack {
    /// What the file says it is now, and when its device wrote its first and its last record by its own clock; nil where
    /// no clock can have said so.
    fileprivate func identity() throws -> (PackIdentity?, written: (first: Instant, last: Instant)?) {
        try store.read { connection in
            guard let identity = try PackIdentity(connection) else { return (nil, nil) }
            let written = try connection.ledger.wallClocks(of: identity.pack.device)
            let isPlausible = written.map { Instant.ofEvents.contains($0.first) && Instant.ofEvents.contains($0.last) }
            return (identity, isPlausible == true ? written : nil)
        }
    }
}

extension GateDevices.GateDevice {
    /// A pack's file says what it may hold, and whoever has the file can change that: the office goes by its own record.
    fileprivate func refuseDifference(from pack: Pack, of event: Event) throws {
        guard self.event == event.number else { throw PackError.otherEvent(of: self.event, not: event.number) }
        guard let rights else { throw PackError.rightsUnknown(name: name) }
        let claims: [(what: String, file: String, office: String)] = [
            ("name", pack.name, name), ("event", "\(pack.event)", "\(self.event)"),
            ("proof", pack.proof.rawValue, rights.proof.rawValue),
            ("holders' names", pack.showsNames ? "yes" : "no", rights.showsNames ? "yes" : "no"),
            ("gates", PackError.list(pack.gates), PackError.list(rights.gates)),
            ("function", PackError.number(pack.function), PackError.number(rights.function)),
        ]
        if let other = claims.first(where: { $0.file != $0.office }) {
            throw PackError.changed(what: other.what, file: other.file, office: other.office)
        }
    }
}
