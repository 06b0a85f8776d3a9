import Glibc
public import Store
import Synchronization

/// Starts a task from within a transaction. Returns when the task waits for this transaction, or when the task has
/// ended. If the store is a file, returns at once, because only one transaction at a time can write to the file.
public func startWaiting(
    for transaction: any StoreConnection, _ work: @escaping @Sendable () throws -> Void
) throws -> Task<Void, any Error> {
    let isOver = Flag()
    let task = Task.detached {
        defer { isOver.raise() }
        try work()
    }
    while try !isOver.isRaised && !isWaitedFor(transaction) { sched_yield() }
    return task
}

private func isWaitedFor(_ transaction: any StoreConnection) throws -> Bool {
    guard EngineKind.current == .postgreSQL else { return true }
    var waiting: Int64 = 0
    try transaction.forEachRow(
        """
        SELECT count(*) FROM pg_locks waiting JOIN pg_locks reserved ON reserved.transactionid = waiting.transactionid
        WHERE NOT waiting.granted AND reserved.granted AND reserved.pid = pg_backend_pid()
        """, []
    ) { waiting = $0.integer(0) }
    return waiting > 0
}

private final class Flag: Sendable {
    private let state = Atomic(false)
    var isRaised: Bool { state.load(ordering: .acquiring) }
    func raise() { state.store(true, ordering: .releasing) }
}
