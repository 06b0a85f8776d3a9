public import Ticketing

/// The parameters of a merge.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device that receives the records. Its chain gets a record of the kind `merge` whenever the device receives
    /// new records.
    public let receiver: DeviceID
    /// The device to which the other store belongs. Its counters of scans are merged; nil if no counters are merged.
    public let sender: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// The chains of the other store that are merged.
    public enum Trust: Sendable {
        /// All chains are merged completely. A pack does this when it merges from its main store.
        case all
        /// Each chain is merged up to the last record that its device has signed. The key for this must be certified by
        /// the main store.
        case signed
    }

    public init(
        event: EventNumber, receiver: DeviceID, sender: DeviceID? = nil, at now: Instant, operator: String? = nil,
        trust: Trust
    ) {
        self.event = event
        self.receiver = receiver
        self.sender = sender
        self.now = now
        self.operator = `operator`
        self.trust = trust
    }
}

extension Store {
    /// Copies records of an event from the ledger of another store to the ledger of this store, if they are missing
    /// here.
    ///
    /// All chains of the other store are verified before anything is stored. The records are then stored in parts. One
    /// transaction stores a part and all data derived from it. Gates can work between two parts. If the merge is
    /// repeated, or if several stores are merged in another order, the result is the same.
    ///
    /// - Parameter progress: receives the number of records merged so far. If it throws, the merge stops. The next
    ///   merge from the same store continues it.
    /// - Throws: `MergeError` if nothing was merged; `StoreError`.
    public func merge(
        from other: Store, _ context: MergeContext, progress: (Int) throws -> Void = { _ in }
    ) throws -> MergeSummary {
        guard other !== self else { throw MergeError.sameStore(path: path) }
        return try other.engine.read { from in
            guard try from.events.organizer(of: context.event) != nil else {
                throw MergeError.eventMissing(path: other.path, context.event)
            }
            return try LedgerMerge(from: from, path: other.path, to: engine, context: context).run(progress)
        }
    }
}
