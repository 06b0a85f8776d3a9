public import Ticketing

extension StoreConnection {
    public var pushSubscriptions: PushSubscriptions { PushSubscriptions(connection: self) }
}

/// The subscriptions with which browsers of recipients get push messages. A recipient has at most
/// `PushSubscription.most` confirmed subscriptions, and at most one subscription that is not confirmed yet.
public struct PushSubscriptions {
    let connection: any StoreConnection

    private static let columns =
        "id, recipient, endpoint, public_key, secret, server_key, browser, created, confirmed"

    /// All subscriptions of a recipient, oldest first.
    public func all(of recipient: String) throws -> [PushSubscription] {
        try connection.all(
            """
            SELECT \(PushSubscriptions.columns) FROM push_subscription WHERE recipient = $1 ORDER BY created, id
            """, [.text(recipient)], PushSubscriptions.subscription)
    }

    /// The confirmed subscriptions of a recipient, oldest first.
    public func confirmed(of recipient: String) throws -> [PushSubscription] {
        try all(of: recipient).filter { $0.confirmed != nil }
    }

    /// Whether a recipient has a confirmed subscription.
    public func hasConfirmed(of recipient: String) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM push_subscription WHERE recipient = $1 AND confirmed IS NOT NULL LIMIT 1",
            [.text(recipient)]
        ) { _ in true } ?? false
    }

    /// The number of confirmed subscriptions of all recipients.
    public func count() throws -> Int {
        try connection.first("SELECT count(*) FROM push_subscription WHERE confirmed IS NOT NULL", []) {
            try $0.number(0)
        } ?? 0
    }

    /// Adds a subscription that the recipient has not confirmed yet. It replaces the recipient's earlier unconfirmed
    /// subscription.
    public func add(_ subscription: PushSubscription) throws {
        try connection.execute(
            "DELETE FROM push_subscription WHERE recipient = $1 AND confirmed IS NULL",
            [.text(subscription.recipient)])
        try connection.execute(
            """
            INSERT INTO push_subscription (\(PushSubscriptions.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .text(subscription.id), .text(subscription.recipient), .text(subscription.endpoint),
                .blob(subscription.keys.publicKey), .blob(subscription.keys.secret),
                .blob(subscription.keys.serverKey),
                .text(subscription.browser), .instant(subscription.created), .optional(subscription.confirmed),
            ])
    }

    /// Confirms a subscription. Removes the other confirmed subscriptions of the same browser, even those of other
    /// recipients. If the recipient then has too many confirmed subscriptions, removes the oldest of them.
    public func confirm(_ subscription: PushSubscription, at now: Instant) throws {
        try connection.execute(
            "DELETE FROM push_subscription WHERE endpoint = $1 AND confirmed IS NOT NULL",
            [.text(subscription.endpoint)])
        try connection.execute(
            "UPDATE push_subscription SET confirmed = $1 WHERE id = $2", [.instant(now), .text(subscription.id)])
        for old in try confirmed(of: subscription.recipient).dropLast(PushSubscription.most) { try remove(old.id) }
    }

    /// Removes a subscription. Does nothing if it does not exist.
    public func remove(_ id: String) throws {
        try connection.execute("DELETE FROM push_subscription WHERE id = $1", [.text(id)])
    }

    /// Whether any subscription was made at or before a moment and is not confirmed.
    public func hasUnconfirmed(madeBy moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM push_subscription WHERE confirmed IS NULL AND created <= $1 LIMIT 1", [.instant(moment)]
        ) { _ in true } ?? false
    }

    /// Removes subscriptions that were made at or before a moment and are not confirmed, oldest first; at most `limit`.
    public func pruneUnconfirmed(madeBy moment: Instant, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM push_subscription WHERE id IN (
                SELECT id FROM push_subscription WHERE confirmed IS NULL AND created <= $1 ORDER BY created LIMIT $2
            )
            """, [.instant(moment), .int(limit)])
    }

    /// Removes all subscriptions of all recipients.
    public func removeAll() throws { try connection.execute("DELETE FROM push_subscription", []) }

    private static func subscription(_ row: any SQLRow) throws -> PushSubscription {
        PushSubscription(
            id: row.text(0), recipient: row.text(1), endpoint: row.text(2),
            keys: PushSubscription.Keys(publicKey: row.blob(3), secret: row.blob(4), serverKey: row.blob(5)),
            browser: row.text(6), created: try row.instant(7), confirmed: try row.optionalInstant(8))
    }
}
