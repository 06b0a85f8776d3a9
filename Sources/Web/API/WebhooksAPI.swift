import Foundation
import Management
import Presenting
import Ticketing

extension Routes {
    static var webhooksAPI: [Route] {
        [
            API.list("/organizers/:organizer/webhooks", .administer) { call in
                try call.office.webhooks(of: call.organizer()).map { ("\($0.webhook.id)", WebhookView($0).json) }
            },
            // Its answer is kept for who asks again with the same key, and so has no secret.
            API.act("/organizers/:organizer/webhooks", .administer, NewWebhookBody.self, .created) { call, body in
                let organizer = try call.organizer()
                let event = try body.event.map { try call.event(named: $0) }
                let made = try call.office.makeWebhook(
                    body.draft(), of: organizer, event: event, signingWith: call.keys())
                return WebhookView(made.webhook, waiting: 0).json
            },
            API.get("/organizers/:organizer/webhooks/:webhook", .administer) { call in
                WebhookView(try call.office.webhook(call.webhook(), of: call.organizer(), latest: 0).state).json
            },
            API.get("/organizers/:organizer/webhooks/:webhook/secret", .administer) { call in
                let (organizer, id) = (try call.organizer(), try call.webhook())
                let secret = try call.office.secret(ofWebhook: id, of: organizer, signingWith: call.keys())
                return .object([("secret", .string(secret.text))])
            },
            API.list("/organizers/:organizer/webhooks/:webhook/deliveries", .administer) { call in
                try call.office.webhook(call.webhook(), of: call.organizer(), latest: 200).deliveries.map {
                    ("\($0.id)", WebhookDeliveryView($0).json)
                }
            },
            API.act("/organizers/:organizer/webhooks/:webhook/end", .administer) { call in
                let (organizer, id) = (try call.organizer(), try call.webhook())
                try call.office.endWebhook(id, of: organizer)
                return WebhookView(try call.office.webhook(id, of: organizer, latest: 0).state).json
            },
        ]
    }
}

extension APICall {
    /// - Throws: `Problem` 404.
    fileprivate func webhook() throws -> WebhookID {
        guard let id = WebhookID(part("webhook")) else { throw Problem(.notFound) }
        return id
    }
}

private struct NewWebhookBody: JSONBody, Sendable {
    let url: String
    let kinds: [String]
    let event: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case url, kinds, event }

    /// - Throws: `ManagementError.invalid`.
    func draft() throws -> WebhookDraft {
        let read = kinds.compactMap { Webhook.Kind(rawValue: $0) }
        guard read.count == kinds.count else {
            throw ManagementError.invalid([
                FieldFault("kinds", Webhook.Kind.allCases.map(\.rawValue).joined(separator: ", "))
            ])
        }
        return WebhookDraft(address: url, kinds: Set(read))
    }
}
