/// A database with organizers, events, tickets, and the admission ledger, which has the decisions of all gates.
///
/// ```swift
/// let store = try Store.open(sqlite: "/home/ann/events/store.sqlite", creating: true)
/// let events = try store.read { try $0.events.count() }
/// print("\(events) events")
/// ```
public final class Store: Sendable {
    let engine: any StoreEngine

    init(engine: any StoreEngine) { self.engine = engine }

    /// The path or URL of the store, without secrets.
    public var path: String { engine.path }

    /// Whether a change can be stored although the caller gets an error. This happens if the connection to a server is
    /// lost during the commit. A change that must not be made twice needs an id, so that the caller can look for the
    /// change afterwards.
    public var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    /// The same store with a deadline: every transaction gives up at `deadline` on a server that does not respond. The
    /// deadline has no effect for a file.
    public func withDeadline(until deadline: ContinuousClock.Instant) -> Store {
        Store(engine: DeadlineEngine(engine: engine, deadline: deadline))
    }

    /// Runs `work` in a read-only transaction that sees one consistent state.
    ///
    /// - Parameter deadline: the time at which to give up on a server that does not respond; nil to wait as long as the
    ///   server works.
    public func read<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.read(until: deadline) { try work($0) }
    }

    /// Runs `work` in one transaction, which is durable when this method returns. If `work` throws, nothing is changed.
    /// `work` may be run several times, each time from its beginning, if another transaction conflicts. `work` must not
    /// keep anything from one run to the next.
    ///
    /// - Parameter deadline: the time at which to give up on a server that does not respond; nil to wait as long as the
    ///   server works. The commit waits for at most 30 s in any case.
    /// - Throws: `StoreError.outcomeUnknown` if the connection was lost during the commit.
    public func write<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.write(until: deadline) { try work($0) }
    }
}

/// An engine that gives up on its server at a deadline.
private struct DeadlineEngine: StoreEngine {
    let engine: any StoreEngine
    let deadline: ContinuousClock.Instant

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until other: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(until: min(other ?? deadline, deadline), work) }

    func write<Result>(
        until other: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.write(until: min(other ?? deadline, deadline), work) }
}
