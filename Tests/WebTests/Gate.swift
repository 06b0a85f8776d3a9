import Foundation

/// Something that a test waits for, or lets go.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    func open() {
        semaphore.signal()
        arrivals.continuation.yield()
    }

    /// Blocks the thread until it was opened; stays open.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func opened() async { _ = await arrivals.stream.first { _ in true } }
}
