public import Store
public import TicketToken
public import Ticketing

/// Manages the delivery of messages to webhooks: queues messages about the decisions of gates, leases deliveries to the
/// processes that send them, and stores the results. Several processes can use one store, because each delivery is
/// leased to only one process at a time.
public struct WebhookDispatcher: Sendable {
    /// The time for which a delivery is leased, in seconds. An attempt to send always takes less time than this. If a
    /// process crashes, its leases expire after this time, and another process sends the deliveries.
    static let leaseSeconds: Int64 = 120
    /// The maximum number of concurrent deliveries to one webhook. A failing webhook gets only one delivery at a time.
    static let maximumConcurrentPerWebhook = 2
    private static let recordsPerTransaction = 500

    private let ring: @Sendable () throws -> KeyRing
    private let now: @Sendable () -> Instant

    public init(
        signingWith ring: @escaping @Sendable () throws -> KeyRing, clock now: @escaping @Sendable () -> Instant
    ) {
        self.ring = ring
        self.now = now
    }

    /// A leased delivery, to be sent now.
    public struct DeliveryLease: Sendable {
        public let delivery: WebhookDelivery
        public let webhook: Webhook
        /// The event's slug, for the URLs of the event's pages.
        public let eventSlug: String
        /// The time at which the delivery was leased, which is also used as the time of sending.
        public let at: Instant
        /// The secret that signs the request; nil if the webhook's key is missing from the ring or retired.
        public let secret: WebhookSecret?
    }

    /// Queues messages about new decisions of gates. The decisions are read from the admission ledger, so that gates
    /// need not write anything for webhooks.
    public func enqueueLedgerRecords(_ store: Store) throws {
        let webhooks = try store.read {
            try $0.webhooks.active(whileTheyAre: WebhookOutbox.roles)
        }.filter { $0.kinds.contains(where: \.isFromLedger) }
        for webhook in webhooks {
            for (chain, after) in try store.read({ try $0.webhooks.unprocessedChains(by: webhook.id) }) {
                var position = after
                while let next = try enqueueLedgerRecords(chain, after: position, for: webhook, store) {
                    position = next
                }
            }
        }
    }

    /// Queues messages about the next records of a chain. Returns the sequence number of the last of these records.
    /// Nil at the end of the chain, or if another process has already processed these records.
    private func enqueueLedgerRecords(
        _ chain: DeviceID, after position: Int64, for webhook: Webhook, _ store: Store
    ) throws -> Int64? {
        let now = now()
        return try store.write { connection in
            let records = try connection.ledger.records(
                of: chain, after: position, limit: WebhookDispatcher.recordsPerTransaction)
            guard let last = records.last,
                try connection.webhooks.advance(webhook.id, along: chain, from: position, to: last.sequence)
            else { return nil }
            var ledgerOccurrences = LedgerOccurrences(of: webhook.organizer, connection)
            var outbox = WebhookOutbox([webhook], at: now, connection)
            try outbox.add(records.compactMap { try ledgerOccurrences.occurrence($0) })
            return last.sequence
        }
    }

    /// Leases deliveries that are due.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of deliveries.
    ///   - underWay: the number of deliveries in progress in this process, by webhook.
    public func leaseDeliveries(
        atMost limit: Int, besides underWay: [WebhookID: Int] = [:], _ store: Store
    ) throws -> [DeliveryLease] {
        let now = now()
        let found = try store.read { connection in
            var found: [(WebhookDelivery, Webhook)] = []
            // Webhooks with the fewest deliveries in progress come first. If two webhooks have equally many, the
            // webhook with the older last delivery comes first.
            let webhooks = try connection.webhooks.active(whileTheyAre: WebhookOutbox.roles).sorted {
                let (first, second) = (underWay[$0.id, default: 0], underWay[$1.id, default: 0])
                return first == second ? ($0.lastSent ?? $0.created) < ($1.lastSent ?? $1.created) : first < second
            }
            for webhook in webhooks {
                let most = webhook.outage == nil ? WebhookDispatcher.maximumConcurrentPerWebhook : 1
                let free = min(most - underWay[webhook.id, default: 0], limit - found.count)
                guard free > 0, webhook.outage.map({ $0.nextTry <= now }) ?? true else { continue }
                let due = try connection.webhookDeliveries.due(of: webhook.id, at: now, limit: free)
                found += due.map { ($0, webhook) }
            }
            return found
        }
        guard !found.isEmpty else { return [] }
        return try store.write { connection in
            try found.compactMap { delivery, webhook in
                let lease = now.advanced(bySeconds: WebhookDispatcher.leaseSeconds)
                guard let event = try connection.events.with(number: delivery.event),
                    try connection.webhookDeliveries.lease(delivery, until: lease)
                else { return nil }
                var leased = delivery
                leased.tries += 1
                leased.nextTry = lease
                return DeliveryLease(
                    delivery: leased, webhook: webhook, eventSlug: event.slug, at: now, secret: try secret(of: webhook))
            }
        }
    }

    private func secret(of webhook: Webhook) throws -> WebhookSecret? {
        do {
            return try ring().webhookSecret(of: webhook.id, key: webhook.key)
        } catch is SigningError {
            return nil
        }
    }

    /// Stores the result of a delivery. If the delivery failed, schedules a retry or, if the delivery is a day old,
    /// abandons it. If the receiver wants no more messages, ends the webhook.
    ///
    /// - Parameter chance: a random number in 0 ..< 1, which varies the delay before the next attempt.
    public func recordResult(_ lease: DeliveryLease, _ answer: WebhookResult, chance: Double, _ store: Store) throws {
        let now = now()
        try store.write { connection in
            let deliveries = connection.webhookDeliveries
            // Several deliveries to a webhook can finish at the same time, so their results are stored under a lock.
            guard let webhook = try connection.webhooks.locked(lease.webhook.id), webhook.ended == nil else { return }
            switch answer.outcome {
            case .delivered:
                try deliveries.settle(lease.delivery.id, .delivered, answer: answer, at: now)
                try connection.webhooks.recordResult(webhook.id, nil, answer: answer, at: now)
            case .gone:
                try deliveries.settle(lease.delivery.id, .givenUp, answer: answer, at: now)
                try connection.webhooks.recordResult(webhook.id, nil, answer: answer, at: now)
                let work = UnitOfWork(
                    .endWebhook, by: webhook.madeBy, in: webhook.organizer, at: now, mark: IdempotencyMark(nil),
                    connection)
                try work.end(webhook, why: answer)
                try work.auditBuffer.flush()
            case .failed:
                let outage = WebhookDispatcher.outage(of: webhook, chance: chance, at: now)
                try connection.webhooks.recordResult(webhook.id, outage, answer: answer, at: now)
                let latest = now.advanced(bySeconds: -DeliveryRetryPolicy.giveUpSeconds)
                guard lease.delivery.created > latest else {
                    return try deliveries.settle(lease.delivery.id, .givenUp, answer: answer, at: now)
                }
                try deliveries.fail(
                    lease.delivery.id, answer: answer,
                    nextTry: now.advanced(by: DeliveryRetryPolicy.delay(after: lease.delivery.tries, chance: chance)))
                // If every delivery to the webhook has failed for a day, its deliveries that are at least a day old are
                // abandoned.
                if outage.since <= latest {
                    try deliveries.abandon(of: webhook.id, createdUntil: latest, answer: answer, at: now)
                }
            }
        }
    }

    private static func outage(of webhook: Webhook, chance: Double, at now: Instant) -> Webhook.Outage {
        let failures = (webhook.outage?.failures ?? 0) + 1
        let pause = min(
            DeliveryRetryPolicy.delay(after: failures, chance: chance), Double(DeliveryRetryPolicy.maximumPauseSeconds))
        return Webhook.Outage(
            since: webhook.outage?.since ?? now, failures: failures, nextTry: now.advanced(by: pause))
    }

    /// Deletes deliveries that succeeded or were abandoned more than a week ago.
    public func prune(_ store: Store) throws {
        let moment = now().advanced(bySeconds: -DeliveryRetryPolicy.retentionSeconds)
        guard try store.read({ try $0.webhookDeliveries.hasAny(settledBefore: moment) }) else { return }
        try store.write { try $0.webhookDeliveries.prune(settledBefore: moment) }
    }
}

extension WebhookResult {
    fileprivate enum Outcome { case delivered, gone, failed }

    fileprivate var outcome: Outcome {
        switch self {
        case .status(200..<300): .delivered
        // The status 410 (Gone) means that the receiver wants no more messages.
        case .status(410): .gone
        case .status, .noResponse, .refusedAddress, .words: .failed
        }
    }
}

extension Instant {
    fileprivate func advanced(by seconds: Double) -> Instant {
        Instant(milliseconds: milliseconds + Int64(seconds * 1000))
    }
}
