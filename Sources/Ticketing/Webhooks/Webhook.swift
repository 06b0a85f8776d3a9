public typealias WebhookID = RandomID<Webhook>

/// Somebody else's program that is told what becomes of an organizer's tickets.
public struct Webhook: Hashable, Sendable {
    /// So many stand at an organizer at most.
    public static let most = 20

    public let id: WebhookID
    public let organizer: OrganizerNumber
    /// Nil is every event of the organizer.
    public let event: EventNumber?
    public let address: WebhookAddress
    public let kinds: Set<Kind>
    public let allowance: Allowance
    /// The number of the issuer key that its secret is made of.
    public let key: UInt8
    /// By whose rights it is told anything.
    public let madeBy: UserID
    public let created: Instant
    public let ended: Instant?
    public let trouble: Trouble?
    /// The last that came of sending, in words, and when.
    public let lastAnswer: String?
    public let lastSent: Instant?

    /// What it can be told.
    public enum Kind: String, Hashable, Comparable, Sendable, CaseIterable {
        case issued
        /// Cancelled or refunded: the ticket opens no gate any more.
        case cancelled
        case admitted
        /// A ticket that is one was not let in.
        case refused
        /// What was in force is not any more, and the ticket stands: an admission was taken back, or a sheet of paper.
        case voided

        /// Whether gates write it down, in the ledger.
        public var isOfGates: Bool { self == .admitted || self == .refused || self == .voided }

        public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    /// Where it may lead.
    public enum Allowance: Hashable, Sendable {
        case publicOnly
        /// To this machine and its own networks as well.
        case privateToo
    }

    /// Since when nothing arrives, and when it is tried again.
    public struct Trouble: Hashable, Sendable {
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
        id: WebhookID, organizer: OrganizerNumber, event: EventNumber?, address: WebhookAddress, kinds: Set<Kind>,
        allowance: Allowance, key: UInt8, madeBy: UserID, created: Instant, ended: Instant? = nil,
        trouble: Trouble? = nil, lastAnswer: String? = nil, lastSent: Instant? = nil
    ) {
        self.id = id
        self.organizer = organizer
        self.event = event
        self.address = address
        self.kinds = kinds
        self.allowance = allowance
        self.key = key
        self.madeBy = madeBy
        self.created = created
        self.ended = ended
        self.trouble = trouble
        self.lastAnswer = lastAnswer
        self.lastSent = lastSent
    }

    /// Whether it is told of something at an event of its organizer.
    public func wants(_ kind: Kind, at event: EventNumber) -> Bool {
        kinds.contains(kind) && (self.event == nil || self.event == event)
    }
}
