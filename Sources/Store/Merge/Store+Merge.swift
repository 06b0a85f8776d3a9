public import Ticketing

/// Who merges, and for what.
public struct MergeContext: Sendable {
    public let event: EventNumber
    /// The device that learns: its chain gets a `merge` record wherever something is new.
    public let receiver: DeviceID
    /// The device under which the other store's counters of scans are known; nil leaves them there.
    public let counter: DeviceID?
    public let now: Instant
    public let `operator`: String?
    public let trust: Trust

    /// Which chains of the other store are taken.
    public enum Trust: Sendable {
        /// All: the other store is this one's own office.
        case all
        /// Each up to a record that its own device has signed, with a key that the office certified.
        case signed
    }

    public init(
        event: EventNumber, receiver: DeviceID, counter: DeviceID? = nil, at now: Instant, operator: String? = nil,
        trust: Trust
    ) {
        self.event = event
        self.receiver = receiver
        self.counter = counter
        self.now = now
        self.operator = `operator`
        self.trust = trust
    }
}

extension Store {
    /// Takes over what another store's ledger has of an event and this one has not. All of the other's chains are verified
    /// before anything is stored; then they are taken a part at a time, each part with all that follows from it in one
    /// transaction, so that gates get their turn in between. Doing it again, or in another order, changes nothing.
    ///
    /// - Parameter progress: is told how many records are through; when it throws, the merge is given up, and can be done
    ///   again from where it was.
    /// - Throws: `MergeError`, when nothing was taken; `StoreError`.
    public func merge(
        from other: Store, _ context: MergeContext, progress: (Int) throws -> Void = { _ in }
    ) throws -> MergeSummary {
        guard other !== self else { throw MergeError.itself(path: path) }
        return try other.engine.read { from in
            guard try from.events.organizer(of: context.event) != nil else {
                throw MergeError.noEvent(path: other.path, context.event)
            }
            return try LedgerMerge(from: from, path: other.path, to: engine, context: context).run(progress)
        }
    }
}
