import Synchronization

/// A database with organizers, events, tickets, and the admission ledger.
///
/// ```swift
/// let store = try Store.open(sqlite: "/home/ann/events/store.sqlite", creating: true)
/// let events = try store.read { try $0.events.count() }
/// print("\(events) events")
/// ```
public final class Store: Sendable {
    let engine: any StoreEngine
    /// The largest size that a batch reached in the last merge into this store; nil before the first merge. A batch
    /// consists of the records that a merge stores in one transaction (`MergeBatchSize`).
    let mergeBatchSize = Mutex<Int?>(nil)

    init(engine: any StoreEngine) { self.engine = engine }

    /// The path or URL of the store, without secrets.
    public var path: String { engine.path }

    /// Whether a change may have been stored although the caller gets an error. This can happen on a PostgreSQL server,
    /// if the connection is lost during the commit. If a change must not be made twice, the caller must store an id
    /// with the change. After such an error, the caller can look for this id to find out whether the change was made.
    public var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    /// The same store with a deadline for its transactions. If a PostgreSQL server does not respond, every transaction
    /// fails at the time `deadline`. The deadline has no effect on an SQLite file.
    public func withDeadline(until deadline: ContinuousClock.Instant) -> Store {
        Store(engine: DeadlineEngine(engine: engine, deadline: deadline))
    }

    /// Runs `work` in a read-only transaction. All reads of `work` see the state that the store had at one moment.
    ///
    /// - Parameter deadline: the time at which this method gives up if the server does not respond. If it is nil, the
    ///   work may take any time: this method gives up only if the server no longer answers attempts to open another
    ///   connection (`ConnectionWatchdog`).
    public func read<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.read(until: deadline) { try work($0) }
    }

    /// Runs `work` in one transaction. When this method returns, the changes are durable (stored on the disk). If
    /// `work` throws, nothing is changed. If another transaction conflicts with this one, `work` is run again from its
    /// beginning, perhaps several times. `work` must therefore not keep anything from one run to the next.
    ///
    /// - Parameter deadline: the time at which this method gives up if the server does not respond. If it is nil, the
    ///   work may take any time: this method gives up only if the server no longer answers attempts to open another
    ///   connection (`ConnectionWatchdog`), or if the commit takes more than 30 s.
    /// - Throws: `StoreError.outcomeUnknown` if the connection was lost during the commit.
    public func write<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.write(until: deadline) { try work($0) }
    }
}

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
