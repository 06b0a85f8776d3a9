/// Where everything is kept: organizers, events, tickets, and the ledger of the gates.
///
/// ```swift
/// let store = try Store.open(sqlite: "/home/ann/events/store.sqlite", creating: true)
/// let events = try store.read { try $0.events.count() }
/// print("\(events) events")
/// ```
public final class Store: Sendable {
    let engine: any StoreEngine

    init(engine: any StoreEngine) { self.engine = engine }

    /// Where it is: a path or a URL, without secrets.
    public var path: String { engine.path }

    /// Whether a change can have been made and its answer be lost on the way, as it is with a server. What must not be
    /// done twice then needs an id by which it is found again.
    public var losesAnswers: Bool { engine.losesAnswers }

    /// The same store, whose every transaction gives up a server at `deadline`, whatever the server does. A file has no
    /// server, and ignores it.
    public func limited(until deadline: ContinuousClock.Instant) -> Store {
        Store(engine: LimitedEngine(engine: engine, deadline: deadline))
    }

    /// Does `work` in a transaction that sees one state and changes nothing.
    ///
    /// - Parameter deadline: when a server is given up, whatever it does; nil waits for one that works.
    public func read<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.read(until: deadline) { try work($0) }
    }

    /// Does `work` in one transaction, durable when this returns; when it throws, nothing has happened. It may be done
    /// more than once, from the beginning, when another transaction was in the way: it keeps nothing from one time to
    /// the next.
    ///
    /// - Parameter deadline: when a server is given up, whatever it does; nil waits for one that works, and 30 s for its
    ///   commit.
    /// - Throws: `StoreError.outcomeUnknown` when the store loses answers and lost this one.
    public func write<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ work: (any StoreConnection) throws -> Result
    ) throws -> Result {
        try engine.write(until: deadline) { try work($0) }
    }
}

/// An engine that gives up its server at a deadline.
private struct LimitedEngine: StoreEngine {
    let engine: any StoreEngine
    let deadline: ContinuousClock.Instant

    var path: String { engine.path }
    var losesAnswers: Bool { engine.losesAnswers }

    func finishLog() throws { try engine.finishLog() }

    func read<Result>(
        until other: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.read(until: min(other ?? deadline, deadline), work) }

    func write<Result>(
        until other: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try engine.write(until: min(other ?? deadline, deadline), work) }
}
