import Dispatch
import Store
import Synchronization

/// Threads that wait for the store, so that those that answer requests never do. Each has a connection of its own, from
/// when it is needed first.
final class StoreThreads: Sendable {
    private let workers: [Worker]
    /// How many wait at one of them at most, the one that is served included.
    private let patience: Int
    private let waiting: Mutex<[Int]>

    /// - Parameter name: by which debuggers know the threads.
    init(_ name: String, count: Int, patience: Int, _ openStore: @escaping @Sendable () throws -> Store) {
        workers = (1...count).map { Worker("\(name) \($0)", openStore) }
        self.patience = patience
        waiting = Mutex(Array(repeating: 0, count: count))
    }

    /// A thread for each of some stores that are open already.
    init(_ name: String, patience: Int, _ stores: [Store]) {
        workers = stores.enumerated().map { index, store in Worker("\(name) \(index + 1)") { store } }
        self.patience = patience
        waiting = Mutex(Array(repeating: 0, count: stores.count))
    }

    /// Does work that may block, where the fewest wait, and waits for it until a deadline. Work whose turn comes later is not
    /// done.
    ///
    /// - Parameter work: gives up the store at the deadline.
    /// - Throws: `Problem` 503 at the deadline; as the other.
    func run<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ work: @escaping @Sendable (Store) throws -> Result
    ) async throws -> Result {
        guard deadline > .now else { throw StoreThreads.noAnswer }
        guard let index = takeTurn() else { throw Problem.busy }
        let worker = workers[index]
        return try await withCheckedThrowingContinuation { continuation in
            let answer = FirstAnswer(continuation)
            worker.queue.async { [self] in
                if deadline > .now { answer.give(Swift.Result { try work(worker.store) }) }
                waiting.withLock { $0[index] -= 1 }
            }
            let left = Int((deadline - .now) / .milliseconds(1))
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(left)) {
                answer.give(.failure(StoreThreads.noAnswer))
            }
        }
    }

    private static let noAnswer = Problem(
        .serviceUnavailable, "The store does not answer. Try again in a moment.")

    /// Does work that may block, where the fewest wait.
    ///
    /// - Throws: `Problem` 503 when too many wait everywhere; what opening the store and the work do.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
        guard let index = takeTurn() else { throw Problem.busy }
        defer { waiting.withLock { $0[index] -= 1 } }
        let worker = workers[index]
        return try await withCheckedThrowingContinuation { continuation in
            worker.queue.async { continuation.resume(with: Swift.Result { try work(worker.store) }) }
        }
    }

    /// Waits until everything is done that was asked for before.
    func rest() async {
        for worker in workers {
            await withCheckedContinuation { rested in worker.queue.async { rested.resume() } }
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

/// Goes on with the first of several answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = Mutex(continuation) }

    func give(_ answer: Result<Value, any Error>) {
        let first = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        first?.resume(with: answer)
    }
}

/// One thread, and its connection.
private final class Worker: Sendable {
    let queue: DispatchQueue
    private let openStore: @Sendable () throws -> Store
    private let opened = Mutex<Store?>(nil)

    init(_ name: String, _ openStore: @escaping @Sendable () throws -> Store) {
        queue = DispatchQueue(label: name)
        self.openStore = openStore
    }

    var store: Store {
        get throws {
            try opened.withLock { opened in
                if let opened { return opened }
                let store = try openStore()
                opened = store
                return store
            }
        }
    }
}
