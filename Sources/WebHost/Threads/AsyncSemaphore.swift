/// A semaphore for tasks. It has a fixed number of permits. The next free permit goes to the task that has waited
/// longest.
package actor AsyncSemaphore {
    private var free: Int
    private let maximumWaiting: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter maximumWaiting: the largest number of tasks that can wait for a permit at the same time.
    package init(_ count: Int, maximumWaiting: Int) {
        free = count
        self.maximumWaiting = maximumWaiting
    }

    /// Waits for a permit. Returns false at once if too many tasks already wait.
    package func acquire() async -> Bool {
        if free > 0 {
            free -= 1
            return true
        }
        guard waiting.count < maximumWaiting else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    package func release() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
