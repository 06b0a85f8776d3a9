import Management
import NIOHTTP1
import Presenting
import Ticketing

/// One request as it is sent: signed (Standard Webhooks 1.0), and the same but for its time whenever it is sent again.
struct WebhookParcel: Sendable {
    let address: WebhookAddress
    let allowance: Webhook.Allowance
    let headers: HTTPHeaders
    let body: [UInt8]

    /// Nil where what signs it is gone.
    ///
    /// - Throws: `OpenSSLError`.
    init?(_ errand: Courier.Errand) throws {
        guard let secret = errand.secret else { return nil }
        address = errand.webhook.address
        allowance = errand.webhook.allowance
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
