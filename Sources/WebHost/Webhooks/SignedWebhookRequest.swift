import Management
import NIOHTTP1
import Presentation
import Ticketing

/// A signed webhook request (Standard Webhooks 1.0). A retry differs only in its timestamp and signature.
package struct SignedWebhookRequest: Sendable {
    let address: WebhookAddress
    let allowance: Webhook.AddressPolicy
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Nil if the signing key is gone.
    ///
    /// - Throws: `OpenSSLError`.
    init?(_ errand: WebhookDispatcher.DeliveryLease) throws {
        guard let secret = errand.secret else { return nil }
        address = errand.webhook.address
        allowance = errand.webhook.addressPolicy
        body = WebhookMessage.body(of: errand.delivery, event: errand.eventSlug)
        let id = WebhookMessage.id(of: errand.delivery)
        let seconds = errand.at.seconds
        headers = HTTPHeaders([
            ("Host", address.authority), ("User-Agent", "EventPass"), ("Content-Type", "application/json"),
            ("Content-Length", "\(body.count)"), ("Connection", "close"), ("webhook-id", id),
            ("webhook-timestamp", "\(seconds)"), ("webhook-signature", try secret.signature(of: id, at: seconds, body)),
        ])
    }
}
