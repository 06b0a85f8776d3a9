import Dispatch
import Gate
import Synchronization

/// Writes verdicts on a thread of its own, in order, while the gate decides the next ones.
final class VerdictPrinter: Sendable {
    /// Groups of verdicts that may wait to be written.
    private static let depth = 1

    private let write: @Sendable ([Verdict]) throws -> Void
    private let queue = DispatchQueue(label: "verdicts")
    private let room = DispatchSemaphore(value: depth)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ write: @escaping @Sendable ([Verdict]) throws -> Void) { self.write = write }

    /// Takes durable verdicts. Waits while too many are unwritten.
    ///
    /// - Throws: what writing earlier ones threw.
    func print(_ verdicts: [Verdict]) throws {
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do { try write(verdicts) } catch { failure.withLock { $0 = error } }
        }
        try check()
    }

    /// Waits until everything is written.
    func finish() throws {
        queue.sync {}
        try check()
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
