public import Ticketing

extension StoreConnection {
    public var webhookDeliveries: WebhookDeliveries { WebhookDeliveries(connection: self) }
}

/// The outbox of webhook deliveries, with their outcomes. A delivery is one message to the URL of a webhook. It is
/// settled when it has an outcome: it succeeded or was abandoned.
public struct WebhookDeliveries {
    let connection: any StoreConnection

    private static let columns = """
        id, webhook, kind, event, happened, facts, created, tries, next_try, settled, outcome, answer
        """

    public func add(_ deliveries: [WebhookDelivery]) throws {
        try connection.execute(
            """
            INSERT INTO webhook_delivery (id, webhook, kind, event, happened, facts, created, tries, next_try)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            rows: deliveries.map { delivery in
                [
                    .int(delivery.id.rawValue), .int(delivery.webhook.rawValue), .text(delivery.kind.rawValue),
                    .int(delivery.event.rawValue), .instant(delivery.at), try .fields(delivery.payload),
                    .instant(delivery.created), .int(delivery.tries), .instant(delivery.nextTry),
                ]
            })
    }

    /// The due deliveries of a webhook; at most `limit`. The delivery that has been due the longest comes first.
    public func due(of webhook: WebhookID, at now: Instant, limit: Int) throws -> [WebhookDelivery] {
        try connection.all(
            """
            SELECT \(WebhookDeliveries.columns) FROM webhook_delivery
            WHERE webhook = $1 AND settled IS NULL AND next_try <= $2 ORDER BY next_try, id LIMIT $3
            """, [.int(webhook.rawValue), .instant(now), .int(limit)], WebhookDeliveries.delivery)
    }

    /// Leases a delivery to send it now. No other process sends the delivery before the lease ends. Returns false if
    /// another process has already leased the delivery.
    ///
    /// - Parameter lease: the end of the lease. If no outcome is recorded by then, the delivery becomes due again.
    public func lease(_ delivery: WebhookDelivery, until lease: Instant) throws -> Bool {
        try connection.execute(
            """
            UPDATE webhook_delivery SET tries = tries + 1, next_try = $1
            WHERE id = $2 AND next_try = $3 AND tries = $4 AND settled IS NULL
            """,
            [
                .instant(lease), .int(delivery.id.rawValue), .instant(delivery.nextTry), .int(delivery.tries),
            ]) == 1
    }

    /// Records the outcome of a delivery. Does nothing if the delivery already has an outcome.
    public func settle(
        _ id: WebhookDeliveryID, _ outcome: WebhookDelivery.Outcome, answer: WebhookResult, at now: Instant
    ) throws {
        try connection.execute(
            "UPDATE webhook_delivery SET settled = $1, outcome = $2, answer = $3 WHERE id = $4 AND settled IS NULL",
            [.instant(now), .text(outcome.rawValue), .text(answer.code), .int(id.rawValue)])
    }

    /// Records that a delivery failed, and the time at which to retry it.
    public func fail(_ id: WebhookDeliveryID, answer: WebhookResult, nextTry: Instant) throws {
        try connection.execute(
            "UPDATE webhook_delivery SET answer = $1, next_try = $2 WHERE id = $3 AND settled IS NULL",
            [.text(answer.code), .instant(nextTry), .int(id.rawValue)])
    }

    /// Abandons all pending deliveries of a webhook that were created at or before a moment.
    @discardableResult
    public func abandon(
        of webhook: WebhookID, createdUntil moment: Instant, answer: WebhookResult, at now: Instant
    ) throws -> Int {
        try connection.execute(
            """
            UPDATE webhook_delivery SET settled = $1, outcome = $2, answer = $3
            WHERE webhook = $4 AND settled IS NULL AND created <= $5
            """,
            [
                .instant(now), .text(WebhookDelivery.Outcome.givenUp.rawValue), .text(answer.code),
                .int(webhook.rawValue), .instant(moment),
            ])
    }

    /// Removes deliveries that were settled before a moment.
    public func prune(settledBefore moment: Instant) throws {
        try connection.execute(
            "DELETE FROM webhook_delivery WHERE settled IS NOT NULL AND settled < $1", [.instant(moment)])
    }

    /// Whether any delivery was settled before a moment.
    public func hasAny(settledBefore moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM webhook_delivery WHERE settled IS NOT NULL AND settled < $1 LIMIT 1", [.instant(moment)]
        ) { _ in true } ?? false
    }

    /// The number of a webhook's pending deliveries.
    public func pendingCount(of webhook: WebhookID) throws -> Int {
        // The condition on `next_try` makes SQLite, which has no statistics, use the index of pending deliveries.
        try connection.first(
            "SELECT count(*) FROM webhook_delivery WHERE webhook = $1 AND settled IS NULL AND next_try > 0",
            [.int(webhook.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// The latest deliveries of a webhook, newest first; at most `limit`.
    public func latest(of webhook: WebhookID, limit: Int) throws -> [WebhookDelivery] {
        try connection.all(
            """
            SELECT \(WebhookDeliveries.columns) FROM webhook_delivery
            WHERE webhook = $1 ORDER BY created DESC, id DESC LIMIT $2
            """, [.int(webhook.rawValue), .int(limit)], WebhookDeliveries.delivery)
    }

    private static func delivery(_ row: any SQLRow) throws -> WebhookDelivery {
        var end: WebhookDelivery.End?
        if let settled = try row.optionalInstant(9) {
            end = WebhookDelivery.End(at: settled, outcome: try row.value(10))
        }
        return try WebhookDelivery(
            id: try row.value(0), webhook: try row.value(1), kind: try row.value(2), event: try row.value(3),
            at: try row.instant(4), payload: try row.fields(5), created: try row.instant(6),
            nextTry: try row.instant(8)
        ).with {
            $0.tries = try row.count(7)
            $0.end = end
            $0.lastResult = row.optionalText(11).map(WebhookResult.init(code:))
        }
    }
}
