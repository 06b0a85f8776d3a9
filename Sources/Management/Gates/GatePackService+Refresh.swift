import Languages
public import Store
public import TicketToken
public import Ticketing

/// A refreshed gate pack.
public struct GatePackRefresh: Sendable {
    public let pack: GatePack
    public let changes: GatePackChanges
    /// How far the clock of the pack's device is from the main store's clock, estimated from the device's records.
    public let clock: ClockOffset
}

extension GatePackService {
    /// Updates a gate pack from this store: revocations, reissues, new tickets, types, rules and keys. The pack keeps
    /// its ledger (the records of its scans), and its number increases.
    ///
    /// - Parameters:
    ///   - expires: the time from which the pack admits nobody; nil for the default (`GatePackRequest.expiry`).
    ///   - progress: called with the number of tickets that have been compared.
    /// - Throws: `GatePackError` if the pack cannot be refreshed, for example because it is for another event, because
    ///   this store did not make it, or because somebody changed its rights; `StoreError.concurrentChange` if another
    ///   process has changed the pack meanwhile. After any of these errors, the pack's file is unchanged.
    public func refreshGatePack(
        _ open: OpenGatePack, from event: Event, verifyingWith ring: KeyRing, expires: Instant? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> GatePackRefresh {
        guard open.event.number == event.number else {
            throw GatePackError.eventMismatch(of: open.event.number, not: event.number)
        }
        let types = try services.ticketTypes.ticketTypes(of: event)
        let mainClock = try StoreClock(services)
        // Read the pack's file before the transaction begins, so that other users of the store do not have to wait.
        let (identity, written) = try open.identity()
        let (event, before, pack, clock) = try services.perform(.refreshPack, on: event) { work in
            let event = try work.locked(event)
            guard let before = identity?.pack,
                let given = try work.connection.gateDevices.with(id: before.device)
            else { throw GatePackError.unknownDevice(name: open.pack.name) }
            try given.requireSameRights(from: before, of: event)
            guard try identity?.isAuthentic(at: work.connection) ?? false else {
                throw GatePackError.missingDeviceKey(name: given.name)
            }
            guard given.number >= before.number else {
                throw GatePackError.storeOutdated(mainStore: given.number, pack: before.number)
            }
            var pack = before
            pack.number = try work.connection.gateDevices.nextNumber(of: event.number, name: pack.name)
            pack.made = work.now
            pack.expires = expires ?? GatePackRequest.expiry(of: event, at: work.now)
            guard pack.expires > work.now else { throw GatePackError.expired(pack.expires, in: event.zone) }
            try work.connection.knownKeys.record(ring.checkValues)
            try work.requireKeys(ring, for: event.number)
            try work.connection.gateDevices.record(pack)
            try work.record(
                AuditSubject(.gatePack, pack.name), of: event.number, before: before.auditFields,
                after: pack.auditFields)
            let clock = try work.connection.deviceClocks.update(
                first: written?.first, last: written?.last, of: pack.device, name: pack.name,
                at: mainClock.latest(work.now))
            return (event, before, pack, clock)
        }
        let digests = TokenDigests(event, ring)
        let changes = try services.store.refresh(
            open.store, from: before, to: pack,
            keys: GatePackKeys(ring, pack.verificationMethod, of: event, types: types).keys,
            digester: digests.digester, guesses: digests.possibleTokens, progress: progress)
        return GatePackRefresh(pack: pack, changes: changes, clock: clock)
    }
}

extension OpenGatePack {
    /// Reads the pack's identity from its file. Also reads the times of the first and the last record of the pack's
    /// device, as this device's clock showed them. The times are nil if they are implausible or missing.
    fileprivate func identity() throws -> (GatePackIdentity?, written: (first: Instant, last: Instant)?) {
        try store.read { connection in
            guard let identity = try GatePackIdentity(connection) else { return (nil, nil) }
            let written = try connection.ledger.wallClocks(of: identity.pack.device)
            let isPlausible = written.map {
                Instant.eventRange.contains($0.first) && Instant.eventRange.contains($0.last)
            }
            return (identity, isPlausible == true ? written : nil)
        }
    }
}

extension GateDevices.GateDevice {
    /// Throws an error unless the rights in the pack's file equal the rights in the main store. Anyone who has the file
    /// can change it, so the rights in the file cannot be trusted.
    fileprivate func requireSameRights(from pack: GatePack, of event: Event) throws {
        guard self.event == event.number else { throw GatePackError.eventMismatch(of: self.event, not: event.number) }
        guard let rights else { throw GatePackError.rightsUnknown(name: name) }
        let claims: [(right: GatePackError.Right, file: Sentence, mainStore: Sentence)] = [
            (.name, .verbatim(pack.name), .verbatim(name)),
            (.event, .verbatim("\(pack.event)"), .verbatim("\(self.event)")),
            (
                .proof, .verbatim(pack.verificationMethod.rawValue), .verbatim(rights.verificationMethod.rawValue)
            ),
            (
                .holderNames, GatePackError.yesOrNo(pack.includesHolderNames),
                GatePackError.yesOrNo(rights.includesHolderNames)
            ),
            (.gates, GatePackError.list(pack.gates), GatePackError.list(rights.gates)),
            (.subEvent, GatePackError.number(pack.subEvent), GatePackError.number(rights.subEvent)),
            (
                .phoneSearch, GatePackError.yesOrNo(pack.allowsPhoneSearch),
                GatePackError.yesOrNo(rights.allowsPhoneSearch)
            ),
        ]
        if let other = claims.first(where: { $0.file != $0.mainStore }) {
            throw GatePackError.changed(other.right, file: other.file, mainStore: other.mainStore)
        }
    }
}
