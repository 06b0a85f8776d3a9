import Foundation

/// A latch that one part of a test opens, while other parts wait for it.
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

    func opened() async { _ = await arrivals.stream.first { _ in true } }
}
