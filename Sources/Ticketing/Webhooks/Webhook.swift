public import Languages

public typealias WebhookID = RandomID<Webhook>

/// A subscription: the URL of another program, to which messages about an organizer's tickets are sent.
public struct Webhook: Hashable, Sendable, Updatable {
    /// The maximum number of active webhooks of one organizer.
    public static let most = 20

    public let id: WebhookID
    public let organizer: OrganizerNumber
    /// The only event whose messages the webhook receives; nil for every event of the organizer.
    public var event: EventNumber?
    public let address: WebhookAddress
    public let kinds: Set<Kind>
    public let addressPolicy: AddressPolicy
    /// The number of the issuer key from which the webhook's secret is derived.
    public let key: UInt8
    /// The user whose rights limit the messages that the webhook receives.
    public let madeBy: UserID
    public let created: Instant
    public var ended: Instant?
    public var outage: Outage?
    /// The result of the last attempt to deliver a message. `lastSent` is the time of that attempt.
    public var lastResult: WebhookResult?
    public var lastSent: Instant?

    /// The kind of a message.
    public enum Kind: String, Comparable, LabelledValue {
        public static let subject = "webhookMessage"

        case issued
        /// The ticket was cancelled or refunded and is no longer valid.
        case cancelled
        case admitted
        /// A gate refused entry although the ticket is authentic.
        case refused
        /// An admission was reversed, or the ticket was re-issued because its printed sheet was voided. The ticket is
        /// still valid.
        case voided

        /// Whether messages of this kind report records of the ledger.
        public var isFromLedger: Bool {
            switch self {
            case .admitted, .refused, .voided: true
            case .issued, .cancelled: false
            }
        }

        public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    /// The state. The raw values are used in JSON.
    public enum State: String, LabelledValue {
        public static let subject = "webhookState"

        case active, failing, ended
    }

    public var state: State { ended != nil ? .ended : outage != nil ? .failing : .active }

    /// The network addresses to which the server is allowed to send the webhook's messages.
    public enum AddressPolicy: Hashable, Sendable {
        case publicOnly
        /// Public addresses, this machine and private networks.
        case privateAllowed
    }

    /// A period in which every delivery to this webhook failed, with the time of the next attempt.
    public struct Outage: Hashable, Sendable {
        public let since: Instant
        public let failures: Int
        public let nextTry: Instant

        public init(since: Instant, failures: Int, nextTry: Instant) {
            self.since = since
            self.failures = failures
            self.nextTry = nextTry
        }
    }

    public init(
        id: WebhookID, organizer: OrganizerNumber, address: WebhookAddress, kinds: Set<Kind>,
        addressPolicy: AddressPolicy, key: UInt8, madeBy: UserID, created: Instant
    ) {
        self.id = id
        self.organizer = organizer
        self.address = address
        self.kinds = kinds
        self.addressPolicy = addressPolicy
        self.key = key
        self.madeBy = madeBy
        self.created = created
    }

    public var details: WebhookDetails {
        WebhookDetails(address: address.description, kinds: kinds, allowance: addressPolicy)
    }

    /// Whether the webhook receives messages of a kind about an event of its organizer.
    public func isSubscribed(_ kind: Kind, at event: EventNumber) -> Bool {
        kinds.contains(kind) && (self.event == nil || self.event == event)
    }
}
