import Dispatch
import Synchronization

/// Decides which happens first: an event or its timeout. The later of the two has no effect.
final class Timeout: Sendable {
    private let settled = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Signals the event. Returns false if the waiting thread has already timed out.
    func complete() -> Bool {
        guard !settled.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        semaphore.signal()
        return true
    }

    /// Waits for the event. Returns false if the event does not occur within the given seconds.
    func wait(seconds: Int) -> Bool {
        if semaphore.wait(timeout: .now() + .seconds(seconds)) == .success { return true }
        return settled.exchange(true, ordering: .acquiringAndReleasing)
    }
}
