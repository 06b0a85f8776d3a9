/// Where everything is kept: organizers, events, tickets, and the ledger of the gates.
///
/// ```swift
/// let store = try Store.open(sqlite: "/home/ann/events/store.sqlite", creating: true)
/// let events = try store.read { try $0.events.count() }
/// print("\(events) events")
/// ```
public final class Store: Sendable {
    private let engine: any StoreEngine

    init(engine: any StoreEngine) { self.engine = engine }

    /// Opens the SQLite database at an absolute path, migrating it to this version when it is older.
    ///
    /// - Parameter creating: make it when it is not there; the file's mode is 0600.
    /// - Throws: `StoreError`.
    public static func open(sqlite path: String, creating: Bool = false) throws -> Store {
        Store(engine: try SQLiteEngine(path: path, creating: creating))
    }

    /// Does `work` in a transaction that sees one state and changes nothing.
    public func read<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        try engine.read(work)
    }

    /// Does `work` in one transaction, durable when this returns; when it throws, nothing has happened.
    public func write<Result>(_ work: (any StoreConnection) throws -> Result) throws -> Result {
        try engine.write(work)
    }
}
