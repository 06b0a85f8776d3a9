public import Languages

public typealias WebhookDeliveryID = RandomID<WebhookDelivery>

/// One message to one webhook. The message has the same id in every delivery attempt.
public struct WebhookDelivery: Hashable, Sendable, Updatable {
    public let id: WebhookDeliveryID
    public let webhook: WebhookID
    public let kind: Webhook.Kind
    public let event: EventNumber
    /// The time of the reported change, by the clock of the device that recorded the change.
    public let at: Instant
    /// The fields of the message, by name. The fields never contain a ticket's token or the name of the ticket's
    /// holder.
    public let payload: [String: String]
    public let created: Instant
    /// The number of delivery attempts so far.
    public var tries = 0
    public var nextTry: Instant
    public var end: End?
    /// The result of the last delivery attempt.
    public var lastResult: WebhookResult?

    public struct End: Hashable, Sendable {
        public let at: Instant
        public let outcome: Outcome

        public init(at: Instant, outcome: Outcome) {
            self.at = at
            self.outcome = outcome
        }
    }

    public enum Outcome: String, Hashable, Sendable {
        case delivered
        case givenUp = "given-up"
    }

    /// The state. The raw values are used in JSON.
    public enum State: String, LabelledValue {
        public static let subject = "webhookDeliveryState"

        case waiting, trying, delivered
        case givenUp = "given-up"
    }

    public var state: State {
        switch end?.outcome {
        case .delivered: .delivered
        case .givenUp: .givenUp
        case nil: tries == 0 ? .waiting : .trying
        }
    }

    public init(
        id: WebhookDeliveryID, webhook: WebhookID, kind: Webhook.Kind, event: EventNumber, at: Instant,
        payload: [String: String], created: Instant, nextTry: Instant
    ) {
        self.id = id
        self.webhook = webhook
        self.kind = kind
        self.event = event
        self.at = at
        self.payload = payload
        self.created = created
        self.nextTry = nextTry
    }
}
