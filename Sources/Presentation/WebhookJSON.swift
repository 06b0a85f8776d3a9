package import Management
package import Ticketing

/// A webhook as JSON, without its secret.
package struct WebhookJSON {
    private let webhook: Webhook
    private let waiting: Int

    package init(_ state: WebhookStatus) { self.init(state.webhook, waiting: state.waiting) }

    package init(_ webhook: Webhook, waiting: Int) {
        self.webhook = webhook
        self.waiting = waiting
    }

    package var json: JSON {
        .object(
            [("id", .string("\(webhook.id)")), ("state", .string(webhook.state.rawValue))]
                + webhook.details.jsonMembers(in: .gmt) + [
                    ("event", .optional(webhook.event?.rawValue)),
                    ("allows_private", .bool(webhook.addressPolicy == .privateAllowed)), ("key", .int(webhook.key)),
                    ("made_by", .int(webhook.madeBy.rawValue)), ("created", time(webhook.created)),
                    ("ended", time(webhook.ended)), ("waiting", .int(waiting)),
                    ("failing_since", time(webhook.outage?.since)), ("next_try", time(webhook.outage?.nextTry)),
                    ("last_answer", .optional(webhook.lastResult?.sentence.english)),
                    ("last_sent", time(webhook.lastSent)),
                ])
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: .gmt)) }
}

/// A delivery to a webhook, as JSON.
package struct WebhookDeliveryJSON {
    private let delivery: WebhookDelivery

    package init(_ delivery: WebhookDelivery) { self.delivery = delivery }

    package var json: JSON {
        .object([
            ("id", .string(WebhookMessage.id(of: delivery))), ("type", .string(WebhookMessage.type(of: delivery.kind))),
            ("state", .string(delivery.state.rawValue)), ("event", .int(delivery.event.rawValue)),
            ("ticket", .optional(delivery.payload["ticket"])), ("created", time(delivery.created)),
            ("tries", .int(delivery.tries)), ("next_try", time(delivery.end == nil ? delivery.nextTry : nil)),
            ("settled", time(delivery.end?.at)), ("answer", .optional(delivery.lastResult?.sentence.english)),
        ])
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: .gmt)) }
}

/// The message that is sent to a webhook. If it must be sent again, its bytes are the same (Docs/Serve.md, “Webhooks”).
package enum WebhookMessage {
    /// The value of the HTTP field `webhook-id`.
    package static func id(of delivery: WebhookDelivery) -> String { "msg_\(delivery.id)" }

    package static func type(of kind: Webhook.Kind) -> String { "ticket.\(kind.rawValue)" }

    package static func body(of delivery: WebhookDelivery, event slug: String) -> [UInt8] {
        let payload = delivery.payload
        func text(_ name: String) -> (String, JSON)? { payload[name].map { (name, .string($0)) } }
        func number(_ name: String) -> (String, JSON)? {
            payload[name].flatMap { Int64($0) }.map { (name, .integer($0)) }
        }
        let type = JSON.object([
            ("number", .optional(payload["type"].flatMap { Int64($0) })), ("name", .optional(payload["type_name"])),
        ])
        let event = JSON.object([("number", .int(delivery.event.rawValue)), ("slug", .string(slug))])
        let record = payload["device"].flatMap { device in
            payload["sequence"].flatMap { Int64($0) }.map { sequence in
                ("record", JSON.object([("device", .string(device)), ("sequence", .integer(sequence))]))
            }
        }
        let data: [(String, JSON)?] = [
            ("event", event), text("ticket"), ("ticket_type", type), number("issue"), number("admits"),
            text("status"), payload["restored"].map { _ in ("restored", .bool(true)) }, text("voided"), text("gate"),
            number("sub_event"), text("direction"), number("count"), number("used"), number("allowed"), text("reason"),
            record,
        ]
        var bytes: [UInt8] = []
        JSON.object([
            ("type", .string(self.type(of: delivery.kind))),
            ("timestamp", .string(delivery.at.iso8601(in: .gmt))), ("data", .object(data.compactMap(\.self))),
        ]).write(to: &bytes)
        return bytes
    }
}
