import Dispatch

/// Asks the store whether it answers, on a thread that has nothing else to do, and once at a time: a store that hangs
/// takes no thread from those who serve.
actor HealthCheck {
    private let queue = DispatchQueue(label: "health")
    private let check: @Sendable () throws -> Void
    private let patience: Duration
    private var running: Task<Bool, Never>?

    /// - Parameter patience: how long an answer may take.
    init(patience: Duration = .seconds(1), check: @escaping @Sendable () throws -> Void) {
        self.patience = patience
        self.check = check
    }

    func isWell() async -> Bool {
        let task = running ?? start()
        let patience = patience
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let waiting = Task { answer.yield(await task.value) }
        let clock = Task {
            try await Task.sleep(for: patience)
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
            let isWell = await withCheckedContinuation { continuation in
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
            return isWell
        }
        running = task
        return task
    }
}
