public import Ticketing

/// The parameters of a merge.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device that receives the records. Its chain gets a record of the kind `merge` whenever the device receives
    /// new records.
    public let receiver: DeviceID
    /// The device to which the other store belongs; nil if the other store's counters of scans are not merged.
    public let sender: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// Determines which records of the other store are merged.
    public enum Trust: Sendable {
        /// All chains are merged completely. A pack does this when it merges from its main store.
        case all
        /// Each chain is merged up to the last record that its device has signed. The main store must have certified
        /// the key that verifies this signature.
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
    /// Copies records of an event from another store's ledger into this store's ledger, except the records that this
    /// store already has.
    ///
    /// All chains of the other store are verified before anything is stored. The records are then stored in parts. One
    /// transaction stores a part and all data derived from it. Gates can work between two parts. A repeated merge
    /// changes nothing. If several stores are merged, their order does not affect the result.
    ///
    /// - Parameter progress: receives the number of records merged so far. If `progress` throws, the merge stops. The
    ///   next merge from the same store copies the remaining records.
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
