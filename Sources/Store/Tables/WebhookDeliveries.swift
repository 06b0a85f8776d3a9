public import Ticketing

extension StoreConnection {
    public var webhookDeliveries: WebhookDeliveries { WebhookDeliveries(connection: self) }
}

/// What webhooks are to be told, and what came of it.
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
                    .int(delivery.event.rawValue), .instant(delivery.at), try .fields(delivery.facts),
                    .instant(delivery.created), .int(delivery.tries), .instant(delivery.nextTry),
                ]
            })
    }

    /// At most `limit` of a webhook that are to be sent, those that wait longest first.
    public func due(of webhook: WebhookID, at now: Instant, limit: Int) throws -> [WebhookDelivery] {
        try connection.all(
            """
            SELECT \(WebhookDeliveries.columns) FROM webhook_delivery
            WHERE webhook = $1 AND settled IS NULL AND next_try <= $2 ORDER BY next_try, id LIMIT $3
            """, [.int(webhook.rawValue), .instant(now), .int(limit)], WebhookDeliveries.delivery)
    }

    /// Takes one to be sent now: nobody else does until `lease`, when whoever took it has given no news of it. False when
    /// somebody else was faster.
    public func take(_ delivery: WebhookDelivery, until lease: Instant) throws -> Bool {
        try connection.execute(
            """
            UPDATE webhook_delivery SET tries = tries + 1, next_try = $1
            WHERE id = $2 AND next_try = $3 AND tries = $4 AND settled IS NULL
            """,
            [
                .instant(lease), .int(delivery.id.rawValue), .instant(delivery.nextTry), .int(delivery.tries),
            ]) == 1
    }

    /// Notes that one is settled. Nothing is changed where it was before.
    public func settle(
        _ id: WebhookDeliveryID, _ outcome: WebhookDelivery.Outcome, answer: String, at now: Instant
    ) throws {
        try connection.execute(
            "UPDATE webhook_delivery SET settled = $1, outcome = $2, answer = $3 WHERE id = $4 AND settled IS NULL",
            [.instant(now), .text(outcome.rawValue), .text(answer), .int(id.rawValue)])
    }

    /// Notes that one did not arrive, and when it is sent again.
    public func fail(_ id: WebhookDeliveryID, answer: String, nextTry: Instant) throws {
        try connection.execute(
            "UPDATE webhook_delivery SET answer = $1, next_try = $2 WHERE id = $3 AND settled IS NULL",
            [.text(answer), .instant(nextTry), .int(id.rawValue)])
    }

    /// Gives up all that waits at a webhook since a moment or longer.
    ///
    /// - Returns: how many.
    @discardableResult
    public func giveUp(of webhook: WebhookID, since moment: Instant, answer: String, at now: Instant) throws -> Int {
        try connection.execute(
            """
            UPDATE webhook_delivery SET settled = $1, outcome = $2, answer = $3
            WHERE webhook = $4 AND settled IS NULL AND created <= $5
            """,
            [
                .instant(now), .text(WebhookDelivery.Outcome.givenUp.rawValue), .text(answer), .int(webhook.rawValue),
                .instant(moment),
            ])
    }

    /// Forgets what was settled before a moment.
    public func forget(settledBefore moment: Instant) throws {
        try connection.execute(
            "DELETE FROM webhook_delivery WHERE settled IS NOT NULL AND settled < $1", [.instant(moment)])
    }

    /// Whether anything was settled before a moment.
    public func isAny(settledBefore moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM webhook_delivery WHERE settled IS NOT NULL AND settled < $1 LIMIT 1", [.instant(moment)]
        ) { _ in true } ?? false
    }

    /// How many wait to be sent.
    public func waiting(of webhook: WebhookID) throws -> Int {
        // The bound leads SQLite, which knows no statistics, along the index of those that wait.
        try connection.first(
            "SELECT count(*) FROM webhook_delivery WHERE webhook = $1 AND settled IS NULL AND next_try > 0",
            [.int(webhook.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// The last ones of a webhook, newest first.
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
        return WebhookDelivery(
            id: try row.value(0), webhook: try row.value(1), kind: try row.value(2), event: try row.value(3),
            at: try row.instant(4), facts: try row.fields(5), created: try row.instant(6), tries: try row.count(7),
            nextTry: try row.instant(8), end: end, answer: row.optionalText(11))
    }
}
