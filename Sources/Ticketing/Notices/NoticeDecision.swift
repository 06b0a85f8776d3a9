/// The times of an event on which decisions depend.
public struct EventTimes: Hashable, Sendable {
    public var doors: Instant?
    public var start: Instant?
    public var end: Instant?
    /// The IANA time zone.
    public var timeZone: String

    public init(doors: Instant? = nil, start: Instant? = nil, end: Instant? = nil, timeZone: String) {
        self.doors = doors
        self.start = start
        self.end = end
        self.timeZone = timeZone
    }
}

/// The facts on which the decision about a notice depends.
public struct NoticeFacts: Hashable, Sendable, Updatable {
    public var kind: Notice.Kind
    public var created: Instant
    /// The earliest time at which the message is wanted; nil for `created`.
    public var notBefore: Instant?
    /// When the first sale of a message about new sales was made; nil for `created`.
    public var firstSale: Instant?
    /// How long before the event's start a reminder is wanted, in seconds; negative after the start. Nil if unknown: the
    /// reminder then needs as much time before the start as any other.
    public var leadSeconds: Int64?
    /// Nil for messages without an event.
    public var event: EventTimes?
    public var eventNumber: EventNumber?
    /// The reason why the message is of no use any more; nil if it is of use.
    public var obsolete: NoticeReason?
    /// Whether a later pending notice tells the final state. For a new sale, whether a later notice is also due. Only
    /// used for replaceable kinds.
    public var hasReplacement: Bool
    /// The recipient's addresses by channel, with at least the notice's own. An address for SMS is also used for
    /// WhatsApp.
    public var addresses: [Notice.Channel: String]
    /// The channel of the notice's own address.
    public var preferred: Notice.Channel
    /// Whether messages to the address are stopped, because one came back.
    public var isSuppressed: Bool
    public var preferences: MessagePreferences
    /// The messages that were sent to the recipient in the last seven days, oldest first. Messages that are being sent
    /// count as sent.
    public var history: [SentNotice]
    /// The channels for which a sender is set up.
    public var channels: Set<Notice.Channel>

    public init(
        kind: Notice.Kind, created: Instant, notBefore: Instant? = nil, firstSale: Instant? = nil,
        leadSeconds: Int64? = nil, event: EventTimes? = nil, eventNumber: EventNumber? = nil,
        obsolete: NoticeReason? = nil, hasReplacement: Bool = false, addresses: [Notice.Channel: String],
        preferred: Notice.Channel, isSuppressed: Bool = false,
        preferences: MessagePreferences = MessagePreferences(), history: [SentNotice] = [],
        channels: Set<Notice.Channel>
    ) {
        self.kind = kind
        self.created = created
        self.notBefore = notBefore
        self.firstSale = firstSale
        self.leadSeconds = leadSeconds
        self.event = event
        self.eventNumber = eventNumber
        self.obsolete = obsolete
        self.hasReplacement = hasReplacement
        self.addresses = addresses
        self.preferred = preferred
        self.isSuppressed = isSuppressed
        self.preferences = preferences
        self.history = history
        self.channels = channels
    }
}

/// What happens to a notice that is due, and why.
public struct NoticeDecision: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case send(Notice.Channel)
        /// The notice is decided again at this time, which is later than the time of the decision.
        case delay(until: Instant)
        /// A later notice replaces this one.
        case merge
        case drop
    }

    public let action: Action
    public let reason: NoticeReason

    public init(_ action: Action, because reason: NoticeReason) {
        self.action = action
        self.reason = reason
    }
}

extension NoticeFacts {
    /// Decides what happens to a notice that is due. The result depends only on the facts, the time and the policy.
    ///
    /// A notice whose decision is `delay` is decided again when its time comes, with the facts of that time.
    public func decide(at now: Instant, policy: NoticePolicy = .standard) -> NoticeDecision {
        NoticeRules(facts: self, policy: policy, now: now).decision
    }
}
