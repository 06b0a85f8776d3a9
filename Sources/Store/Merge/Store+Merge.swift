public import Ticketing

/// The parameters of a merge.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device that receives the records. Its chain gets a `merge` record whenever it receives new ones.
    public let receiver: DeviceID
    /// The device that kept the other store's own counters of scans; nil does not merge counters.
    public let sender: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// Which chains of the other store are merged.
    public enum Trust: Sendable {
        /// All of them: the other store is the main store of this pack.
        case all
        /// Each up to a record that its own device has signed with a key that the main store certified.
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
    /// Adds the records of an event that another store's ledger has and this one lacks.
    ///
    /// All of the other store's chains are verified before anything is stored. Then they are stored in parts, each with
    /// everything derived from it in one transaction, so that gates can work in between. Repeating a merge, or merging
    /// in another order, changes nothing.
    ///
    /// - Parameter progress: receives the number of records merged so far. If it throws, the merge stops, and can be
    ///   resumed by merging again.
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
