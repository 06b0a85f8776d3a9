import Dispatch
import Synchronization

/// Settles who was first, something awaited or the end of the patience for it: exactly one of the two wins.
final class Patience: Sendable {
    private let settled = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Says that the awaited has come. False when the waiter has already given up.
    func arrived() -> Bool {
        guard !settled.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        semaphore.signal()
        return true
    }

    /// Waits. False when the time ran out first.
    func wait(seconds: Int) -> Bool {
        if semaphore.wait(timeout: .now() + .seconds(seconds)) == .success { return true }
        return settled.exchange(true, ordering: .acquiringAndReleasing)
    }
}
