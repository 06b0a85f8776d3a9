import Foundation

/// A latch. One part of a test waits until another part opens the latch.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    func open() {
        semaphore.signal()
        arrivals.continuation.yield()
    }

    /// Blocks the thread until the latch is open. An open latch never closes.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Waits until the latch is open, without blocking the thread.
    func opened() async { _ = await arrivals.stream.first { _ in true } }
}
