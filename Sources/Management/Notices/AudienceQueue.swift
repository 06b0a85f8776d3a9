public import Store
public import Ticketing

/// Queues the notices to large audiences (`NoticeAudiences`) in short transactions. Several processes can do this at
/// the same time. If a process ends, another process continues its work.
public struct AudienceQueue {
    /// The maximum number of tickets or guests in one transaction.
    private static let batchSize = 500
    /// The maximum number of tickets or guests in one transaction while a gate scans tickets.
    private static let batchSizeBesideGates = 150
    /// The time after which a change stops queuing the notices that it causes. Processes that send messages queue the
    /// remaining notices.
    static let longestTime = Duration.seconds(2)

    private var priority: GatePriority

    public init(clock now: @escaping @Sendable () -> Instant) { priority = GatePriority(clock: now) }

    /// Queues the notices to some members of the oldest audience.
    ///
    /// - Returns: the number of new notices; nil if no audience is pending.
    public mutating func queueNext(_ store: Store) throws -> Int? {
        // Most calls find nothing, and must not take the store's write lock for that.
        guard try store.read({ try $0.noticeAudiences.isPending() }) else { return nil }
        return try priority.run(store) { isScanning in
            let limit = isScanning ? AudienceQueue.batchSizeBesideGates : AudienceQueue.batchSize
            return try store.write { try $0.noticeAudiences.queueNext(limit: limit) }
        }
    }

    /// Queues the notices to all members of all audiences.
    ///
    /// - Parameters:
    ///   - limit: the time after which to stop; nil for no limit.
    ///   - isStopping: called between two transactions. If it returns true, the method returns early.
    public mutating func queueAll(
        _ store: Store, within limit: Duration? = nil, isStopping: () -> Bool = { false }
    ) throws {
        let start = ContinuousClock.now
        while !isStopping(), try queueNext(store) != nil {
            if let limit, start.duration(to: .now) >= limit { return }
        }
    }
}

extension ManagementServices {
    /// Queues notices to large audiences, the oldest audience first, for at most `AudienceQueue.longestTime`. Call this
    /// function after the transaction of a change.
    func queueToAudiences() {
        var queue = AudienceQueue(clock: now)
        do {
            try queue.queueAll(store, within: AudienceQueue.longestTime)
        } catch {
            // The error is ignored, because the change is stored and must not appear to have failed. The audiences are
            // also stored, so the next process that sends messages queues the remaining notices.
        }
    }
}
