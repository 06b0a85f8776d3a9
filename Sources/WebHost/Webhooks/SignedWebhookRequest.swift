import Management
import NIOHTTP1
import Presentation
import Ticketing

/// A signed request to an organizer’s webhook (Standard Webhooks 1.0). If the request is retried, only its timestamp
/// and its signature change.
package struct SignedWebhookRequest: Sendable {
    let address: WebhookAddress
    let allowance: Webhook.AddressPolicy
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Makes the request for a delivery (a message that waits in the outbox). Nil if the signing key of the webhook no
    /// longer exists.
    ///
    /// - Throws: `OpenSSLError`.
    init?(_ lease: WebhookDispatcher.DeliveryLease) throws {
        guard let secret = lease.secret else { return nil }
        address = lease.webhook.address
        allowance = lease.webhook.addressPolicy
        body = WebhookMessage.body(of: lease.delivery, event: lease.eventSlug)
        let id = WebhookMessage.id(of: lease.delivery)
        let seconds = lease.at.seconds
        headers = HTTPHeaders([
            ("Host", address.authority), ("User-Agent", "EventPass"), ("Content-Type", "application/json"),
            ("Content-Length", "\(body.count)"), ("Connection", "close"), ("webhook-id", id),
            ("webhook-timestamp", "\(seconds)"), ("webhook-signature", try secret.signature(of: id, at: seconds, body)),
        ])
    }
}
