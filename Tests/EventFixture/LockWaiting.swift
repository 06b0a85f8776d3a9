import Foundation
public import Store
import Synchronization

/// Starts work on another thread from within a transaction. Returns when the work waits for this transaction, or when
/// the work has ended. If the store is a file, returns at once: only one transaction at a time can write to a file, so
/// the work waits in any case.
///
/// - Returns: a task that ends with the work. If the work throws an error, the task throws this error.
public func startWaiting(
    for transaction: any StoreConnection, _ work: @escaping @Sendable () throws -> Void
) throws -> Task<Void, any Error> {
    let isOver = Flag()
    let (results, result) = AsyncThrowingStream<Never, any Error>.makeStream()
    // The work runs on a thread and not in a task, because tests that wait here at the same time can occupy all threads
    // on which tasks run.
    Thread.detachNewThread {
        defer { isOver.raise() }
        do {
            try work()
            result.finish()
        } catch {
            result.finish(throwing: error)
        }
    }
    while try !isOver.isRaised && !isWaitedFor(transaction) { sched_yield() }
    return Task { for try await _ in results {} }
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
