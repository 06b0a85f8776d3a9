import Languages
public import Store
public import TicketToken
public import Ticketing

extension Gate {
    /// Opens a gate of an event on the main store.
    ///
    /// - Parameters:
    ///   - subEvent: the number of the sub-event that the gate serves; nil for an event without sub-events.
    ///   - device: the id of the device in whose chain the gate records its decisions.
    ///   - operation: the operator and the clock of the gate.
    ///   - deadline: the time at which to stop waiting for the store; nil means four seconds from now.
    /// - Throws: `GateError` for an unknown event or sub-event, or if the event has sub-events and `subEvent` is nil.
    ///   `StoreError`, for example if a key of the ring differs from the key that the store has recorded under the same
    ///   number.
    public convenience init(
        name: String, event number: EventNumber, subEvent: Int? = nil, store: Store, ring: KeyRing, device: DeviceID,
        operation: Operation, until deadline: ContinuousClock.Instant? = nil
    ) throws {
        let deadline = deadline ?? .now + Gate.storeTimeout
        let offset = try store.offset(of: operation.clock, until: deadline)
        let (event, subEvents, missing) = try Gate.performOpening(store, until: deadline) { connection in
            try connection.knownKeys.record(ring.checkValues)
            let missing = try Gate.requireKeys(ring, of: number, connection)
            if let offset { try connection.deviceClocks.recordMeasurement(offset, of: device) }
            return (try connection.events.with(number: number), try connection.subEvents.all(of: number), missing)
        }
        guard let event else { throw GateError.unknownEvent(number) }
        try self.init(
            name: name, store: store,
            scope: Scope(
                event: event, subEvent: Gate.servedSubEvent(subEvent, of: subEvents), verifier: TokenVerifier(ring),
                missingKeys: missing, device: device),
            operation: operation)
    }

    /// Opens a gate on a gate pack, without the main store and its keys.
    ///
    /// - Parameters:
    ///   - pack: the store that `GatePackFile.open` returned.
    ///   - subEvent: the number of the sub-event that the gate serves; nil means the gate pack's sub-event.
    /// - Throws: `GateError.notAGatePack` if the store is not a gate pack; `wrongGate` or `wrongSubEvent` if the gate
    ///   pack is for another gate or sub-event; the errors of the other initializer.
    public convenience init(
        name: String, pack store: Store, subEvent: Int? = nil, operation: Operation
    ) throws {
        let found = try store.read { connection in
            try connection.gatePackRecord.current().map { pack in
                (
                    pack: pack, event: try connection.events.with(number: pack.event),
                    subEvents: try connection.subEvents.all(of: pack.event), keys: try connection.gatePackRecord.keys(),
                    signer: try connection.deviceKeys.signer(of: pack.device)
                )
            }
        }
        guard let found else { throw GateError.notAGatePack }
        let pack = found.pack
        guard let event = found.event else { throw GateError.unknownEvent(pack.event) }
        guard pack.isFor(gate: name) else { throw GateError.wrongGate(name, packed: pack.gates) }
        let served = try Gate.servedSubEvent(subEvent ?? pack.subEvent, of: found.subEvents)
        if let only = pack.subEvent, served?.number != only {
            throw GateError.wrongSubEvent(
                served?.name ?? name, packed: found.subEvents.first { $0.number == only }?.name ?? "\(only)")
        }
        try self.init(
            name: name, store: store,
            scope: Scope(
                event: event, subEvent: served, verifier: TokenVerifier(pack, found.keys), device: pack.device,
                signer: found.signer, pack: pack),
            operation: operation)
    }

    /// The person who operates a gate, and the clock by which the gate decides.
    public struct Operation {
        /// The name of the person who operates the gate.
        public let `operator`: String?
        /// The time that is compared with validity windows in place of the time of `clock`; nil if the gate uses
        /// `clock`. The times in the ledger are always those of `clock`.
        public let fixedTime: Instant?
        /// The wall clock.
        public let clock: () -> Instant

        public init(operator: String? = nil, fixedTime: Instant? = nil, clock: @escaping () -> Instant) {
            self.operator = `operator`
            self.fixedTime = fixedTime
            self.clock = clock
        }
    }

    /// The event that a gate serves, as read when the gate opens, and the objects that verify tokens and sign records.
    struct Scope {
        let event: Event
        let subEvent: SubEvent?
        let verifier: TokenVerifier
        var missingKeys: MissingKeys?
        let device: DeviceID
        var signer: ChainSigner?
        var pack: GatePack?
    }

    /// Runs the transaction that opens a gate. If the outcome of the transaction is unknown, the gate stays closed, and
    /// the caller can safely try again.
    ///
    /// - Throws: `StoreError.unreachable` if the server does not commit in time.
    private static func performOpening<Result>(
        _ store: Store, until deadline: ContinuousClock.Instant, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        do {
            return try store.write(until: deadline, work)
        } catch StoreError.outcomeUnknown(let path) {
            throw StoreError.unreachable(path: path, detail: Sentence(GateError.Text.changeNotConfirmed))
        }
    }

    /// Finds the keys that signed tickets of the event and are missing from the key ring. Retired keys are not reported
    /// as missing, because somebody retired them on purpose.
    ///
    /// - Returns: the missing keys; nil if no key is missing.
    /// - Throws: `GateError.keysMissing` if keys are missing and the ring can verify none of the event's tickets.
    private static func requireKeys(
        _ ring: KeyRing, of event: EventNumber, _ connection: any StoreConnection
    ) throws -> MissingKeys? {
        let missing = try connection.knownKeys.missing(
            from: ring.checkValues, ringSigns: ring.signingKey != nil, of: event)
        guard !missing.isEmpty else { return nil }
        let verifies = try ring.keys.contains {
            try $0.state != .retired && connection.tickets.hasActive(signedBy: $0.number, of: event)
        }
        guard verifies else { throw GateError.keysMissing(missing) }
        return missing
    }

    /// The sub-event that a gate serves. At an event with sub-events, `subEvent` must name one of them.
    private static func servedSubEvent(_ subEvent: Int?, of subEvents: [SubEvent]) throws -> SubEvent? {
        let served = subEvents.first { $0.number == subEvent }
        if let subEvent, served == nil { throw GateError.unknownSubEvent(subEvent, known: subEvents.map(\.name)) }
        guard subEvents.isEmpty || served != nil else { throw GateError.subEventRequired(known: subEvents.map(\.name)) }
        return served
    }
}
