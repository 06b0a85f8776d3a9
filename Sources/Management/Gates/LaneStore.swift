public import Store
public import Ticketing

/// The store and identity of a lane.
public struct LaneStore: Sendable {
    public let store: Store
    public let event: EventNumber
    /// The device whose chain contains the lane's records.
    public let device: DeviceID
    /// The name that people use for the lane.
    public let name: String
    /// Whether another store merges all records of the lane, or each chain only up to the last record that its device
    /// has signed.
    public let trust: MergeContext.Trust

    /// - Parameter trust: pass `all` only for a store that never left the site of the main store.
    public init(store: Store, event: EventNumber, device: DeviceID, name: String, trust: MergeContext.Trust) {
        self.trust = trust
        self.store = store
        self.event = event
        self.device = device
        self.name = name
    }

    /// The lane of an open gate pack.
    public init(_ pack: OpenGatePack) {
        self.init(
            store: pack.store, event: pack.event.number, device: pack.pack.device, name: pack.pack.name,
            trust: .signed)
    }

    /// Merges the decisions of another lane of the same event into this lane.
    ///
    /// - Throws: `StoreError`; `MergeError` if the lane is refused, for example because its chain is broken. If the
    ///   lane is refused, nothing is merged.
    public func merge(
        _ other: LaneStore, at now: Instant, progress: (Int) throws -> Void = { _ in }
    ) throws -> LaneMergeReport {
        let summary = try store.merge(
            from: other.store,
            MergeContext(event: event, receiver: device, sender: other.device, at: now, trust: other.trust),
            progress: progress)
        try store.write { try $0.deviceClocks.setNames([(device, name), (other.device, other.name)]) }
        // Without the main store, the lane's clock cannot be compared with the main store's clock.
        return LaneMergeReport(lane: other.name, device: other.device, summary: summary, clock: nil, machineClock: nil)
    }

    /// Passes the double admissions in this lane's store to a closure, ordered by ticket.
    public func forEachDoubleAdmission(_ body: (DoubleAdmissionDetails) throws -> Void) throws {
        try DoubleAdmissionDetails.forEach(of: event, body) { work in try store.read { try work($0) } }
    }

    /// Stores double admissions that the main store reports, in place of the previously reported ones. When a ticket
    /// with a double admission is scanned again, the gate reports the double admission.
    func storeConflicts(_ conflicts: [DoubleAdmissionDetails]) throws {
        let isNews = try store.read { try !conflicts.isEmpty || $0.conflicts.any(of: event) }
        guard isNews else { return }
        let names = conflicts.flatMap(\.devices).compactMap { id, known in known.name.map { (id, $0) } }
        try store.write {
            try $0.conflicts.replaceReported(conflicts.map(\.admission), of: event)
            try $0.deviceClocks.setNames(names)
        }
    }
}

/// The result of merging one lane.
public struct LaneMergeReport: Sendable {
    /// The name that people use for the lane.
    public let lane: String
    public let device: DeviceID
    public let summary: MergeSummary
    /// The offset of the lane's clock from the main store's clock; nil if the main store's clock was not available for
    /// comparison.
    public let clock: ClockOffset?
    /// The offset of the merging machine's clock from the main store's clock. Nil if both are the same clock, or if the
    /// main store's clock was not available.
    public let machineClock: ClockOffset?

    /// The summary of the lane's own chain.
    public var ownChain: MergeSummary.Chain? { summary.chains.first { $0.device == device } }
}
