import Dispatch
package import Store
import Synchronization

/// Threads for work that blocks while it waits for the store, so that the threads that answer requests never block.
/// Each thread has its own connection to the store.
package final class StoreThreads: Sendable {
    private let workers: [StoreWorker]
    private let maximumWaiting: Int
    private let waiting: Mutex<[Int]>

    /// Makes `count` threads. A thread opens its connection when the thread is first used.
    ///
    /// - Parameters:
    ///   - name: the name of the threads in debuggers.
    ///   - maximumWaiting: the maximum number of requests per thread, including the request in progress.
    ///   - openStore: opens another connection to the store.
    package init(_ name: String, count: Int, maximumWaiting: Int, _ openStore: @escaping @Sendable () throws -> Store) {
        workers = (1...count).map { StoreWorker("\(name) \($0)", openStore) }
        self.maximumWaiting = maximumWaiting
        waiting = Mutex(Array(repeating: 0, count: count))
    }

    /// Makes one thread for each open connection in `stores`.
    package init(_ name: String, maximumWaiting: Int, _ stores: [Store]) {
        workers = stores.enumerated().map { index, store in StoreWorker("\(name) \(index + 1)") { store } }
        self.maximumWaiting = maximumWaiting
        waiting = Mutex(Array(repeating: 0, count: stores.count))
    }

    /// Runs blocking work on the thread with the fewest waiting requests, and waits for the result until the deadline.
    /// Work that has not started by the deadline does not start at all.
    ///
    /// - Parameter work: the blocking work. It must stop waiting for the store at the deadline.
    /// - Throws: `Problem` 503 at the deadline; any error of the other `run` method, which has no deadline.
    func run<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ work: @escaping @Sendable (Store) throws -> Result
    ) async throws -> Result {
        guard deadline > .now else { throw StoreThreads.timedOut }
        guard let index = reserveWorker() else { throw Problem.busy }
        let worker = workers[index]
        return try await withCheckedThrowingContinuation { continuation in
            let answer = OnceContinuation(continuation)
            worker.queue.async { [self] in
                if deadline > .now { answer.resume(Swift.Result { try work(worker.store) }) }
                waiting.withLock { $0[index] -= 1 }
            }
            let left = Int((deadline - .now) / .milliseconds(1))
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(left)) {
                answer.resume(.failure(StoreThreads.timedOut))
            }
        }
    }

    private static let timedOut = Problem(.serviceUnavailable, .storeSilent)

    /// The result of `work`; nil if the store does not answer in time or is too busy.
    package static func nilOnTimeout<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result? {
        do {
            return try await work()
        } catch let error where StoreThreads.isTimeout(error) {
            return nil
        }
    }

    /// Whether an error means that the store does not answer in time or is too busy. The same work may succeed later.
    package static func isTimeout(_ error: any Error) -> Bool {
        if let error = error as? StoreError { return error.isTimeout }
        guard let problem = error as? Problem else { return false }
        return problem.status == .serviceUnavailable
    }

    /// Runs blocking work on the thread with the fewest waiting requests.
    ///
    /// - Throws: `Problem` 503 if every thread has too many waiting requests; any error of opening the store or of
    ///   `work`.
    package func run<Result: Sendable>(_ work: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
        guard let index = reserveWorker() else { throw Problem.busy }
        defer { waiting.withLock { $0[index] -= 1 } }
        let worker = workers[index]
        return try await withCheckedThrowingContinuation { continuation in
            worker.queue.async { continuation.resume(with: Swift.Result { try work(worker.store) }) }
        }
    }

    /// Waits until all work that was queued before this call has finished.
    package func drain() async {
        for worker in workers {
            await withCheckedContinuation { idle in worker.queue.async { idle.resume() } }
        }
    }

    private func reserveWorker() -> Int? {
        waiting.withLock { waiting in
            guard let index = waiting.indices.min(by: { waiting[$0] < waiting[$1] }), waiting[index] < maximumWaiting
            else {
                return nil
            }
            waiting[index] += 1
            return index
        }
    }
}

extension StoreError {
    fileprivate var isTimeout: Bool {
        switch self {
        case .unreachable, .busy, .tooManyConnections, .outcomeUnknown: true
        default: false
        }
    }
}

/// Resumes a continuation once, with the first result that arrives.
private final class OnceContinuation<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = Mutex(continuation) }

    func resume(_ answer: Result<Value, any Error>) {
        let first = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        first?.resume(with: answer)
    }
}

/// One thread and its connection to the store.
private final class StoreWorker: Sendable {
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
