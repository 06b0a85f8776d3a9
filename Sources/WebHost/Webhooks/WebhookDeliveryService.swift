package import Management
import ServiceLifecycle
package import Store
package import Ticketing

/// Sends the deliveries in the webhook outbox while the server runs. A delivery is a message to one webhook, for
/// example about a new admission. When the server stops, the service waits for the deliveries in progress, but not
/// longer than the server’s time limit for stopping. A delivery that is not complete by then is retried later.
package actor WebhookDeliveryService: Service {
    /// Maximum number of concurrent requests to all webhooks together.
    static let maximumInFlight = 16
    /// After this number of polls of the ledger, the service deletes old deliveries.
    private static let pruneInterval = 3600

    /// Time between two polls of the ledger and the outbox.
    private let pollInterval: Duration
    private let dispatcher: WebhookDispatcher
    private let threads: StoreThreads
    private let send: @Sendable (SignedWebhookRequest) async -> WebhookResult
    private let log: LogSink
    private var inFlight: [WebhookID: Int] = [:]
    private var pollCount = 0
    private var lastLedgerPoll: ContinuousClock.Instant?
    /// The type of the last error. If errors of the same type occur in succession, only the first one is logged.
    private var lastErrorKind: String?

    package init(
        _ dispatcher: WebhookDispatcher, pollInterval: Duration = .seconds(1), log: @escaping LogSink,
        openStore: @escaping @Sendable () throws -> Store,
        send: @escaping @Sendable (SignedWebhookRequest) async -> WebhookResult
    ) {
        self.dispatcher = dispatcher
        self.pollInterval = pollInterval
        self.log = log
        self.send = send
        threads = StoreThreads("webhooks", count: 1, maximumWaiting: 100, openStore)
    }

    nonisolated func run() async {
        // Polls at intervals, and after each delivery, because another delivery can then be sent.
        let (pollRequests, pollRequest) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                defer { pollRequest.finish() }
                while !Task.isShuttingDownGracefully, !Task.isCancelled {
                    pollRequest.yield()
                    do {
                        try await cancelWhenGracefulShutdown { try await Task.sleep(for: self.pollInterval) }
                    } catch {
                        break
                    }
                }
            }
            for await _ in pollRequests where !Task.isShuttingDownGracefully {
                for lease in await leaseDue(alsoAtLedger: await isLedgerDue) {
                    group.addTask {
                        await self.deliver(lease)
                        pollRequest.yield()
                    }
                }
            }
        }
    }

    /// Polls the ledger and the outbox once, and sends all due deliveries concurrently.
    ///
    /// - Returns: the number of deliveries that were sent.
    func deliverOnce() async -> Int {
        let leases = await leaseDue(alsoAtLedger: true)
        await withDiscardingTaskGroup { group in
            for lease in leases { group.addTask { await self.deliver(lease) } }
        }
        return leases.count
    }

    private var isLedgerDue: Bool { lastLedgerPoll.map { .now - $0 >= pollInterval / 2 } ?? true }

    /// Leases the deliveries that are due, so that no other server sends them at the same time.
    ///
    /// - Parameter isPollingLedger: whether the method first queues deliveries for new records of the ledger.
    private func leaseDue(alsoAtLedger isPollingLedger: Bool) async -> [WebhookDispatcher.DeliveryLease] {
        let free = WebhookDeliveryService.maximumInFlight - inFlight.values.reduce(0, +)
        let isPruning = isPollingLedger && pollCount % WebhookDeliveryService.pruneInterval == 0
        if isPollingLedger { (pollCount, lastLedgerPoll) = (pollCount + 1, .now) }
        do {
            let leases = try await threads.run { [dispatcher, inFlight] store in
                if isPruning { try dispatcher.prune(store) }
                if isPollingLedger { try dispatcher.enqueueLedgerRecords(store) }
                return free > 0 ? try dispatcher.leaseDeliveries(atMost: free, besides: inFlight, store) : []
            }
            for lease in leases { inFlight[lease.webhook.id, default: 0] += 1 }
            lastErrorKind = nil
            return leases
        } catch {
            logOnce(error)
            return []
        }
    }

    private func deliver(_ lease: WebhookDispatcher.DeliveryLease) async {
        defer { finish(lease) }
        do {
            let answer =
                if let request = try SignedWebhookRequest(lease) { await send(request) } else {
                    WebhookResult.noResponse(.keyRetired)
                }
            // If this task is cancelled, the server is stopping and no longer waits for the delivery. The outcome of
            // the delivery is then unknown, so the delivery is retried later.
            if Task.isCancelled { return }
            try await threads.run { [dispatcher] store in
                try dispatcher.recordResult(lease, answer, chance: .random(in: 0..<1), store)
            }
        } catch {
            logOnce(error)
        }
    }

    private func finish(_ lease: WebhookDispatcher.DeliveryLease) {
        let id = lease.webhook.id
        inFlight[id, default: 1] -= 1
        if inFlight[id] == 0 { inFlight[id] = nil }
    }

    private func logOnce(_ error: any Error) {
        let kind = "\(type(of: error))"
        guard lastErrorKind != kind else { return }
        lastErrorKind = kind
        log(LogRecord(level: .error, event: "webhooks", fields: [("error", .text(kind))]))
    }
}
