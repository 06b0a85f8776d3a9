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

    /// Does `work` in a transaction that sees one state and changes nothing.
    public func read<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        try engine.read { try work($0) }
    }

    /// Does `work` in one transaction, durable when this returns; when it throws, nothing has happened. It may be done
    /// more than once, from the beginning, when another transaction was in the way: it keeps nothing from one time to
    /// the next.
    ///
    /// - Throws: `StoreError.outcomeUnknown` when the store loses answers and lost this one.
    public func write<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        try engine.write { try work($0) }
    }
}
