import Dispatch
import Gate
import Synchronization

/// Writes verdicts in order on a background thread, while the gate decides the next scans.
final class VerdictPrinter: Sendable {
    /// The number of batches that may wait to be written.
    private static let maximumPendingBatches = 1

    private let write: @Sendable ([Verdict]) throws -> Void
    private let queue = DispatchQueue(label: "verdicts")
    private let capacity = DispatchSemaphore(value: maximumPendingBatches)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ write: @escaping @Sendable ([Verdict]) throws -> Void) { self.write = write }

    /// Queues durable verdicts for writing. Blocks while too many are waiting.
    ///
    /// - Throws: the error of an earlier write.
    func print(_ verdicts: [Verdict]) throws {
        capacity.wait()
        queue.async { [self] in
            defer { capacity.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do { try write(verdicts) } catch { failure.withLock { $0 = error } }
        }
        try check()
    }

    /// Waits until all verdicts are written.
    func waitUntilWritten() throws {
        queue.sync {}
        try check()
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
