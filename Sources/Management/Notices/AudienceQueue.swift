public import Store
public import Ticketing

/// Queues the notices to large audiences in short transactions. A change that concerns very many people stores only a
/// description of these people, the audience (`NoticeAudiences`); this type queues the notices afterwards. Several
/// processes can do this at the same time.
public struct AudienceQueue {
    /// The maximum number of tickets or guests in one transaction.
    private static let batchSize = 500
    /// The maximum number of tickets or guests in one transaction while a gate scans tickets.
    private static let batchSizeBesideGates = 150
    /// The maximum time that a process spends on queuing notices after it has made a change. Processes that send
    /// messages queue the remaining notices.
    static let longestTime = Duration.seconds(2)

    private var priority: GatePriority

    public init(clock now: @escaping @Sendable () -> Instant) { priority = GatePriority(clock: now) }

    /// Queues the notices to some members of the oldest audience.
    ///
    /// - Parameter isStopping: called during a pause. If it returns true, the pause ends.
    /// - Returns: the number of new notices; nil if no audience is pending.
    public mutating func queueNext(_ store: Store, isStopping: () -> Bool = { false }) throws -> Int? {
        // Most calls find no pending audience. Such a call must not take the store's write lock, so it only reads.
        guard try store.read({ try $0.noticeAudiences.isPending() }) else { return nil }
        return try priority.run(store, isStopping: isStopping) { isScanning in
            let limit = isScanning ? AudienceQueue.batchSizeBesideGates : AudienceQueue.batchSize
            return try store.write { try $0.noticeAudiences.queueNext(limit: limit) }
        }
    }

    /// Queues the notices to all members of all audiences.
    ///
    /// - Parameters:
    ///   - limit: the time after which to stop; nil for no limit.
    ///   - isStopping: called between two transactions and during pauses. If it returns true, the method returns early.
    public mutating func queueAll(
        _ store: Store, within limit: Duration? = nil, isStopping: () -> Bool = { false }
    ) throws {
        let start = ContinuousClock.now
        func isOver() -> Bool { isStopping() || limit.map { start.duration(to: .now) >= $0 } ?? false }
        while !isOver() {
            guard try queueNext(store, isStopping: isOver) != nil else { return }
        }
    }
}

extension ManagementServices {
    /// Queues notices to large audiences, the oldest audience first, and stops after `AudienceQueue.longestTime` at the
    /// latest. Call this function after the transaction of a change that may have stored a large audience.
    func queueToAudiences() {
        var queue = AudienceQueue(clock: now)
        do {
            try queue.queueAll(store, within: AudienceQueue.longestTime)
        } catch {
            // The error is ignored, because the change is stored and must not appear to have failed. The next process
            // that sends messages queues the remaining notices.
        }
    }
}
