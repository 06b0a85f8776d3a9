import Foundation

/// A latch: tests wait for it, or open it.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    func open() {
        semaphore.signal()
        arrivals.continuation.yield()
    }

    /// Blocks the thread until the latch opens. It stays open.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func opened() async { _ = await arrivals.stream.first { _ in true } }
}
