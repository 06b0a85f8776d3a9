import Dispatch
import Synchronization

/// Decides which comes first: the end of another thread's work, or the timeout of the thread that waits for it. The
/// later of the two has no effect.
final class Timeout: Sendable {
    private let settled = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Reports the end of the work. Returns false if the waiting thread has already timed out.
    func complete() -> Bool {
        guard !settled.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        semaphore.signal()
        return true
    }

    /// Waits for the end of the work. Returns false if the work does not end within the given seconds.
    func wait(seconds: Int) -> Bool {
        if semaphore.wait(timeout: .now() + .seconds(seconds)) == .success { return true }
        return settled.exchange(true, ordering: .acquiringAndReleasing)
    }
}
