public import Store
public import Ticketing

/// What a server works with; who starts it knows where that is.
public struct Premises: Sendable {
    /// Opens the store once more: a connection has one user at a time.
    let openStore: @Sendable () throws -> Store
    let now: @Sendable () -> Instant

    public init(clock now: @escaping @Sendable () -> Instant, openStore: @escaping @Sendable () throws -> Store) {
        self.openStore = openStore
        self.now = now
    }
}
