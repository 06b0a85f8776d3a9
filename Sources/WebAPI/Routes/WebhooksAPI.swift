import Foundation
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var webhooksAPI: [Route] {
        [
            API.list("/organizers/:organizer/webhooks", .administer) { call in
                try call.services.webhooks.webhooks(of: call.organizer()).map {
                    ("\($0.webhook.id)", WebhookJSON($0).json)
                }
            },
            // The server stores the answer, and sends it again if the client retries with the same idempotency key. A
            // secret must not be stored in this way, so the answer does not contain the webhook's secret.
            API.action("/organizers/:organizer/webhooks", .administer, NewWebhookBody.self, .created) { call, body in
                let organizer = try call.organizer()
                let event = try body.event.map { try call.event(named: $0) }
                let made = try call.services.webhooks.createWebhook(
                    body.details.entity(), of: organizer, event: event, signingWith: call.keyRing())
                return WebhookJSON(made.webhook, waiting: 0).json
            },
            API.get("/organizers/:organizer/webhooks/:webhook", .administer) { call in
                WebhookJSON(try call.services.webhooks.webhook(call.webhook(), of: call.organizer(), latest: 0).state)
                    .json
            },
            API.get("/organizers/:organizer/webhooks/:webhook/secret", .administer) { call in
                let (organizer, id) = (try call.organizer(), try call.webhook())
                let secret = try call.services.webhooks.secret(
                    ofWebhook: id, of: organizer, signingWith: call.keyRing())
                return .object([("secret", .string(secret.text))])
            },
            API.list("/organizers/:organizer/webhooks/:webhook/deliveries", .administer) { call in
                try call.services.webhooks.webhook(call.webhook(), of: call.organizer(), latest: 200).deliveries.map {
                    ("\($0.id)", WebhookDeliveryJSON($0).json)
                }
            },
            API.action("/organizers/:organizer/webhooks/:webhook/end", .administer) { call in
                let (organizer, id) = (try call.organizer(), try call.webhook())
                try call.services.webhooks.endWebhook(id, of: organizer)
                return WebhookJSON(try call.services.webhooks.webhook(id, of: organizer, latest: 0).state).json
            },
        ]
    }
}

extension APIRequest {
    /// The id of the webhook, from the path.
    ///
    /// - Throws: `Problem` 404 if the path contains no valid id.
    fileprivate func webhook() throws -> WebhookID {
        guard let id = WebhookID(pathParameter("webhook")) else { throw Problem(.notFound) }
        return id
    }
}

/// The fields of a new webhook. If `event` is not nil, the webhook receives only the messages of that event.
private struct NewWebhookBody: JSONBody, FieldListing, Sendable {
    let details: NewEntityBody<WebhookDetails>
    /// The event's slug (its short name in URLs) or number.
    let event: String?

    typealias CodingKeys = BodyKey<NewWebhookBody>

    static let fieldNames = ["event"] + WebhookDetails.fields.map(\.name)

    init(from decoder: any Decoder) throws {
        details = try NewEntityBody(from: decoder)
        event = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: "event")
    }
}
