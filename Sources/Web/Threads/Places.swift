/// So many at once, the others in the order in which they came.
actor Places {
    private var free: Int
    private let patience: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter patience: how many may wait.
    init(_ count: Int, patience: Int) {
        free = count
        self.patience = patience
    }

    /// Waits for a place. False, at once, where too many wait.
    func take() async -> Bool {
        if free > 0 {
            free -= 1
            return true
        }
        guard waiting.count < patience else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
