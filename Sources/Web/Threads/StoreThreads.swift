import Dispatch
import Store
import Synchronization

/// Threads that wait for the store, so that those that answer requests never do. Each has a connection of its own.
final class StoreThreads: Sendable {
    private struct Desk: Sendable {
        let queue: DispatchQueue
        let store: Store
    }

    private let desks: [Desk]
    /// How many wait at one desk at most, the one that is served included.
    private let patience: Int
    private let waiting: Mutex<[Int]>

    /// - Parameter name: by which debuggers know the threads.
    /// - Throws: what `openStore` does.
    init(_ name: String, count: Int, patience: Int, _ openStore: () throws -> Store) throws {
        desks = try (1...count).map { Desk(queue: DispatchQueue(label: "\(name) \($0)"), store: try openStore()) }
        self.patience = patience
        waiting = Mutex(Array(repeating: 0, count: count))
    }

    /// Does work that may block, where the fewest wait.
    ///
    /// - Throws: `Problem` 503 when too many wait everywhere; what the work does.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
        guard let index = takeTurn() else { throw Problem.busy }
        defer { waiting.withLock { $0[index] -= 1 } }
        let desk = desks[index]
        return try await withCheckedThrowingContinuation { continuation in
            desk.queue.async { continuation.resume(with: Swift.Result { try work(desk.store) }) }
        }
    }

    private func takeTurn() -> Int? {
        waiting.withLock { waiting in
            guard let index = waiting.indices.min(by: { waiting[$0] < waiting[$1] }), waiting[index] < patience else {
                return nil
            }
            waiting[index] += 1
            return index
        }
    }
}
