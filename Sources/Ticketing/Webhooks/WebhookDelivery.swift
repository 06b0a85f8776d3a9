public typealias WebhookDeliveryID = RandomID<WebhookDelivery>

/// One thing that one webhook is told, until it has arrived or is given up. The same id however often it is sent.
public struct WebhookDelivery: Hashable, Sendable {
    public let id: WebhookDeliveryID
    public let webhook: WebhookID
    public let kind: Webhook.Kind
    public let event: EventNumber
    /// When it happened, by the clock of where it did.
    public let at: Instant
    /// What it is about, by name; never a token, nor who holds the ticket.
    public let facts: [String: String]
    public let created: Instant
    /// How often it was sent.
    public var tries: Int
    public var nextTry: Instant
    public var end: End?
    /// What the last try came to, in words.
    public var answer: String?

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

    public init(
        id: WebhookDeliveryID, webhook: WebhookID, kind: Webhook.Kind, event: EventNumber, at: Instant,
        facts: [String: String], created: Instant, tries: Int = 0, nextTry: Instant, end: End? = nil,
        answer: String? = nil
    ) {
        self.id = id
        self.webhook = webhook
        self.kind = kind
        self.event = event
        self.at = at
        self.facts = facts
        self.created = created
        self.tries = tries
        self.nextTry = nextTry
        self.end = end
        self.answer = answer
    }
}

/// How long a try waits for the next.
public enum WebhookPatience {
    /// After how long a delivery is given up.
    public static let seconds: Int64 = 24 * 3600
    /// How long what is settled can still be looked at.
    public static let keptSeconds: Int64 = 7 * 24 * 3600
    /// How long a receiver that does not work is left alone at most, whatever waits for it.
    public static let longestPause: Int64 = 600

    private static let delays: [Int64] = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600]

    /// Seconds until the next try.
    ///
    /// - Parameters:
    ///   - tries: that have failed, at least one.
    ///   - chance: 0 ..< 1; the delay is up to a fifth shorter or longer by it, so that what failed together comes back
    ///     one by one.
    public static func delay(after tries: Int, chance: Double) -> Double {
        Double(delays[min(max(tries, 1), delays.count) - 1]) * (0.8 + 0.4 * chance)
    }
}
