public import Store
public import Ticketing

/// A gate that works away from the office, as it comes back: its store, and who it is.
public struct GateLane: Sendable {
    public let store: Store
    public let event: EventNumber
    /// Whose chain its records went to.
    public let device: DeviceID
    /// What people call it.
    public let name: String
    /// Which of its chains are taken by others.
    public let trust: MergeContext.Trust

    /// - Parameter trust: `all` only for a store that never left the office.
    public init(store: Store, event: EventNumber, device: DeviceID, name: String, trust: MergeContext.Trust) {
        self.trust = trust
        self.store = store
        self.event = event
        self.device = device
        self.name = name
    }

    /// The lane of an open pack.
    public init(_ pack: OpenPack) {
        self.init(
            store: pack.store, event: pack.event.number, device: pack.pack.device, name: pack.pack.name,
            trust: .signed)
    }

    /// Takes over what another lane of the same event has decided.
    ///
    /// - Throws: `MergeError`, when nothing was taken; `StoreError`.
    public func merge(
        _ other: GateLane, at now: Instant, progress: (Int) throws -> Void = { _ in }
    ) throws -> LaneReport {
        let summary = try store.merge(
            from: other.store,
            MergeContext(event: event, receiver: device, counter: other.device, at: now, trust: other.trust),
            progress: progress)
        try store.write { try $0.deviceClocks.name([(device, name), (other.device, other.name)]) }
        // Neither of the two has the office's clock.
        return LaneReport(lane: other.name, device: other.device, summary: summary, clock: nil, machine: nil)
    }

    /// Who was let in twice, as far as this lane knows, by ticket.
    public func forEachConflict(_ body: (KnownConflict) throws -> Void) throws {
        try KnownConflict.forEach(of: event, body) { work in try store.read { try work($0) } }
    }

    /// Is told who was let in twice, and what the devices are called, so that its gate says so when such a ticket comes
    /// again.
    func learn(_ conflicts: [KnownConflict]) throws {
        let isNews = try store.read { try !conflicts.isEmpty || $0.conflicts.any(of: event) }
        guard isNews else { return }
        let names = conflicts.flatMap(\.devices).compactMap { id, known in known.name.map { (id, $0) } }
        try store.write {
            try $0.conflicts.report(conflicts.map(\.double), of: event)
            try $0.deviceClocks.name(names)
        }
    }
}

/// What came of merging one lane.
public struct LaneReport: Sendable {
    /// What people call it.
    public let lane: String
    public let device: DeviceID
    public let summary: MergeSummary
    /// How far its clock is off; nil where the office's clock was not there to compare with.
    public let clock: ClockOffset?
    /// How far the clock of the machine that merged is off from the office's; nil where it is the office's, or none was there.
    public let machine: ClockOffset?

    /// Its own chain, as it came.
    public var own: MergeSummary.Chain? { summary.chains.first { $0.device == device } }
}
