/// The times of an event on which decisions about notices depend.
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
    /// The times on which the decision about a notice depends.
    public struct Times: Hashable, Sendable {
        public var created: Instant
        /// The earliest time at which the message should be sent. If it is nil, this time is `created`.
        public var notBefore: Instant?
        /// The time of the first sale in a message about new sales. If it is nil, this time is `created`.
        public var firstSale: Instant?
        /// The number of seconds before the event's start at which a reminder should be sent; negative for a time after
        /// the start. If it is nil, the reminder is of use until `NoticePolicy.leastSecondsToAct` before the start.
        public var leadSeconds: Int64?
        /// The time by which the recipient must act, such as the end of a reservation. The message is of no use
        /// afterwards. Quiet hours that end at or after this time therefore do not hold the message. Nil for messages
        /// without such a deadline.
        public var deadline: Instant?
        /// The times of the event; nil for messages without an event.
        public var event: EventTimes?

        public init(
            created: Instant, notBefore: Instant? = nil, firstSale: Instant? = nil, leadSeconds: Int64? = nil,
            deadline: Instant? = nil, event: EventTimes? = nil
        ) {
            self.created = created
            self.notBefore = notBefore
            self.firstSale = firstSale
            self.leadSeconds = leadSeconds
            self.deadline = deadline
            self.event = event
        }
    }

    /// The facts about the recipient of a notice.
    public struct Recipient: Hashable, Sendable {
        /// The recipient's addresses by channel. They include at least the notice's own address. If the notice's own
        /// address is a phone number, it is also used for WhatsApp. Push messages go to browsers, which have no
        /// address: the channel `push` has the notice's own address if the recipient has turned on push messages in at
        /// least one browser. Otherwise, the channel is missing.
        public var addresses: [Notice.Channel: String]
        /// The channel of the notice's own address.
        public var preferred: Notice.Channel
        /// The channels whose addresses get no more messages, because a message came back or because of a complaint.
        public var suppressed: Set<Notice.Channel>
        /// Whether the recipient has confirmed the address for SMS with a code. Urgent messages to an e-mail address
        /// then go to the phone.
        public var hasConfirmedPhone: Bool
        /// Whether the recipient has agreed to get the organizer's news. Only used for the kind `news`.
        public var hasConsent: Bool
        public var preferences: MessagePreferences
        /// The messages that were sent to the recipient in the last seven days, oldest first. Messages that are being
        /// sent count as sent.
        public var history: [SentNotice]

        public init(
            addresses: [Notice.Channel: String], preferred: Notice.Channel, suppressed: Set<Notice.Channel> = [],
            hasConfirmedPhone: Bool = false, hasConsent: Bool = false,
            preferences: MessagePreferences = MessagePreferences(), history: [SentNotice] = []
        ) {
            self.addresses = addresses
            self.preferred = preferred
            self.suppressed = suppressed
            self.hasConfirmedPhone = hasConfirmedPhone
            self.hasConsent = hasConsent
            self.preferences = preferences
            self.history = history
        }
    }

    public var kind: Notice.Kind
    public var times: Times
    public var eventNumber: EventNumber?
    /// The reason why the message is no longer of use; nil if it is of use.
    public var obsolete: NoticeReason?
    /// Whether the message brings a guest the invitation for the first time, or again at the request of a member
    /// (`Notice.bringsInvitation`).
    public var bringsInvitation: Bool
    /// The key of a later pending notice that states the final state, so that this notice is not needed. For a new
    /// sale, the later notice must also be due. Nil if there is no such notice. Only used for replaceable kinds.
    public var replacement: String?
    public var recipient: Recipient
    /// The channels for which a sender is set up.
    public var channels: Set<Notice.Channel>

    public init(
        kind: Notice.Kind, times: Times, eventNumber: EventNumber? = nil, obsolete: NoticeReason? = nil,
        bringsInvitation: Bool = false, replacement: String? = nil, recipient: Recipient,
        channels: Set<Notice.Channel>
    ) {
        self.kind = kind
        self.times = times
        self.eventNumber = eventNumber
        self.obsolete = obsolete
        self.bringsInvitation = bringsInvitation
        self.replacement = replacement
        self.recipient = recipient
        self.channels = channels
    }
}

extension NoticeFacts {
    /// The address of a channel; nil if the recipient has no address for it.
    public func address(for channel: Notice.Channel) -> String? {
        recipient.addresses[channel == .whatsApp ? .sms : channel]
    }

    /// Decides what happens to a notice that is due. The result depends only on the facts, the time and the policy.
    public func decide(at now: Instant, policy: NoticePolicy = .standard) -> NoticeDecision {
        NoticeRules(facts: self, policy: policy, now: now).decision
    }
}
