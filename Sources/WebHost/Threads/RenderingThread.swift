import Dispatch
import Synchronization

/// The thread that draws tickets, posters, lists and other files with text. There is only one such thread, because the
/// font library is not thread-safe. At most 32 requests can use the thread or wait for it.
package enum RenderingThread {
    private static let queue = DispatchQueue(label: "drawing")
    private static let waiting = Mutex(0)
    private static let most = 32

    /// Runs `work` on the thread, and returns its result.
    ///
    /// - Throws: `Problem` 503 if too many requests wait; any error of `work`.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isQueued = waiting.withLock { waiting in
            guard waiting < most else { return false }
            waiting += 1
            return true
        }
        guard isQueued else { throw Problem.busy }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
