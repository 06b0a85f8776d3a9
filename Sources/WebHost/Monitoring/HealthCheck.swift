import Dispatch

/// Checks whether the store answers. Checks run one at a time on a separate thread, so a store that hangs does not
/// block the threads that answer requests.
package actor HealthCheck {
    private let queue = DispatchQueue(label: "health")
    private let check: @Sendable () throws -> Void
    private let timeout: Duration
    private var running: Task<Bool, Never>?

    /// - Parameters:
    ///   - timeout: the maximum time of a check. If a check takes longer, the store counts as unhealthy.
    ///   - check: queries the store; throws if the store does not answer.
    init(timeout: Duration = .seconds(1), check: @escaping @Sendable () throws -> Void) {
        self.timeout = timeout
        self.check = check
    }

    package func isHealthy() async -> Bool {
        let task = running ?? start()
        let timeout = timeout
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let waiting = Task { answer.yield(await task.value) }
        let clock = Task {
            try await Task.sleep(for: timeout)
            answer.yield(false)
        }
        defer {
            waiting.cancel()
            clock.cancel()
        }
        return await answers.first { _ in true } ?? false
    }

    private func start() -> Task<Bool, Never> {
        let task = Task {
            let hasSucceeded = await withCheckedContinuation { continuation in
                queue.async { [check] in
                    do {
                        try check()
                        continuation.resume(returning: true)
                    } catch {
                        continuation.resume(returning: false)
                    }
                }
            }
            running = nil
            return hasSucceeded
        }
        running = task
        return task
    }
}
