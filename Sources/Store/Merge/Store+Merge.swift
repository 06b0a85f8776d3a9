public import Ticketing

/// The parameters of a merge.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device of the store that receives the records. Whenever this store receives new records, a record of the
    /// kind `merge` is appended to the device's chain.
    public let receiver: DeviceID
    /// The device of the other store. The other store's own counters of scans are merged under this device's id. If the
    /// device is nil, no counters are merged.
    public let sender: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// The degree to which the other store is trusted. It determines which records are merged.
    public enum Trust: Sendable {
        /// All chains of the other store are merged completely. This is for a merge from a gate pack's main store into
        /// the pack.
        case all
        /// Each chain is merged up to the last record that its device has signed. The key that verifies the signature
        /// must be certified by the main store.
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
    /// Copies an event's records from another store's ledger into this store's ledger, except the records that this
    /// store already has.
    ///
    /// All new records of the other store are verified before anything is stored. The records are then stored in
    /// batches. Each batch and all data derived from it are stored in one transaction. Gates can work between these
    /// transactions. If a merge is repeated, the second merge changes nothing. If several stores are merged, their
    /// order does not affect the result.
    ///
    /// - Parameter progress: receives the number of records merged so far. If `progress` throws, the merge stops. The
    ///   next merge from the same store copies the remaining records.
    /// - Throws: `MergeError` if the other store is refused, for example because a chain is broken (nothing has been
    ///   merged in this case); `StoreError` for an error of one of the two stores.
    public func merge(
        from other: Store, _ context: MergeContext, progress: (Int) throws -> Void = { _ in }
    ) throws -> MergeSummary {
        guard other !== self else { throw MergeError.sameStore(path: path) }
        return try other.engine.read { from in
            guard try from.events.organizer(of: context.event) != nil else {
                throw MergeError.eventMissing(path: other.path, context.event)
            }
            let previous = mergeBatchSize.withLock(\.self)
            let (summary, batchSize) = try LedgerMerge(
                from: from, path: other.path, to: engine, context: context, previousBatchSize: previous
            ).run(progress)
            mergeBatchSize.withLock { $0 = batchSize ?? $0 }
            return summary
        }
    }
}
