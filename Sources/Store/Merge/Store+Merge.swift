public import Ticketing

/// The parameters of a merge.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device that receives the records. Its chain gets a `merge` record whenever it receives new ones.
    public let receiver: DeviceID
    /// The device whose counters of scans the other store holds as its own; nil to merge no counters.
    public let sender: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// The chains of the other store that are merged.
    public enum Trust: Sendable {
        /// All chains. For a pack that merges from its main store.
        case all
        /// Each chain up to a record that the chain's device has signed with a key that the main store certified.
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
    /// Adds the records of an event that the ledger of another store has and this one does not have.
    ///
    /// All chains of the other store are verified before anything is stored. The records are then stored in parts. One
    /// transaction stores a part and everything derived from it, and gates can work between two parts. Merging again,
    /// or merging several stores in another order, gives the same result.
    ///
    /// - Parameter progress: receives the number of records merged so far. If it throws, the merge stops. Merging again
    ///   resumes it.
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
