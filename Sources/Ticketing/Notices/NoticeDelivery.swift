public import Languages

/// The progress of a notice's delivery.
public struct NoticeDelivery: Hashable, Sendable, Updatable {
    public var state: State
    /// The time at which the program next decides about the notice, or sends it again; nil if nothing is left to do.
    public var due: Instant?
    /// The number of attempts so far.
    public var tries: Int
    /// The channel of the last attempt; nil before the first attempt, and after a push message that no browser could
    /// get.
    public var channel: Notice.Channel?
    /// The address of the last attempt; nil if this is the notice's own address. Only the recipient may see it, because
    /// organizers do not know the addresses that a recipient has added to the preferences.
    public var otherAddress: String?
    /// The reason for the last decision.
    public var reason: NoticeReason?
    /// The answer of the mail server or SMS provider, as received. If the program itself has refused the message or
    /// lost the connection, this is a stored sentence (`Sentence.init(stored:)`).
    public var answer: String?
    /// The random token in the message's id and in its return address; nil before the first attempt.
    public var token: String?
    /// The provider's id of the message.
    public var providerID: String?
    /// The time at which the message was handed to a server or provider.
    public var sent: Instant?
    /// The time at which the state last changed.
    public var changed: Instant?

    public init(state: State = .queued, due: Instant?, tries: Int = 0) {
        self.state = state
        self.due = due
        self.tries = tries
    }

    /// The words for a waiting message about which the program has not decided yet.
    public enum Text: String, SentenceKey {
        public static let subject = "noticeDelivery"

        case undecided = "not yet decided"
    }

    /// The reason for the state, in words. If a waiting message has no reason, the words say that the program has not
    /// decided about it yet. Nil if the message is in another state and has no reason.
    public var reasonSentence: Sentence? {
        if let reason { return Sentence(reason) }
        return state == .queued ? Sentence(Text.undecided) : nil
    }

    /// The states. The raw values are used in the store and in the API.
    public enum State: String, LabelledValue {
        public static let subject = "noticeState"

        /// The message waits for its time, or until a sender is set up for its channel.
        case queued
        /// A process is sending the message now.
        case leased
        /// A server or provider has accepted the message.
        case sent
        /// The provider has reported that the message arrived.
        case delivered
        /// The last attempt failed; the message is sent again later.
        case deferred
        /// The message came back, because the address does not exist or its mailbox is disabled.
        case bounced
        /// Not sent, because an earlier message to the address came back, or because of a complaint.
        case suppressed
        /// The server refused the message for another reason, all attempts failed, or it is unknown whether the message
        /// was sent.
        case failed
        /// The message is not sent, because the recipient has no use for it or does not want it; `reason` says why.
        case dropped
        /// Replaced by a later message that states the final result.
        case merged

        /// Whether the message is still to be sent.
        public var isPending: Bool { self == .queued || self == .leased || self == .deferred }
        /// Whether a server or provider accepted the message.
        public var wasSent: Bool { self == .sent || self == .delivered || self == .bounced }
    }

    /// The result of a message that another program or a person has sent. The raw values are used in the API.
    public enum ReportedResult: String, CaseIterable, Sendable {
        case sent, delivered, failed

        /// The state of a message with this result.
        public var state: State {
            switch self {
            case .sent: .sent
            case .delivered: .delivered
            case .failed: .failed
            }
        }
    }
}

/// The reason why a notice is sent, waits, or is not sent. Every decision is stored with its reason.
public enum NoticeReason: String, SentenceKey {
    public static let subject = "noticeReason"

    // Sent
    case critical = "sent at once, because it is important"
    case update = "sent, because the recipient needs it"
    case chosen = "sent at the chosen time"
    case allowed = "sent, because the recipient wants these messages"
    case soon = "sent in the quiet hours, because the event begins soon"
    case eventOpen = "sent in the quiet hours, because the event is in progress"
    case deadline = "sent in the quiet hours, because its deadline is before the quiet hours end"
    case byEmail = "sent by e-mail, because the recipient does not want it by SMS"
    case byPhone = "sent to the phone, because the recipient does not want it by e-mail"
    case urgentByPhone = "sent to the phone, because it is urgent"
    case byPush = "sent as a push message, because the recipient chose this"
    case urgentByPush = "sent as a push message, because it is urgent"
    case entryByPush = "sent as a push message, because it confirms an entry"
    case longByEmail = "sent by e-mail, because it is long"
    case otherAddress = "sent to the recipient’s other address, because messages to the first address were stopped"

    // Waits
    case quietHours = "waits until the recipient's quiet hours end"
    case sundayMorning = "waits until the end of Sunday morning"
    case spacing = "waits, because little time has passed since the last message"
    case dailyCap = "waits, because the recipient has already got the maximum number of messages in 24 hours"
    case weeklyCap = "waits, because the recipient has already got the maximum number of messages in a week"
    case updateCap =
        "waits, because the recipient has already got the maximum number of updates about the event in 24 hours"
    case notYet = "waits until its scheduled time"
    case noChannel = "waits, because no sender is set up for this kind of address"
    case snoozed = "waits, because the recipient has paused messages of this kind"
    case afterImportant = "waits, because little time has passed since an important message"
    case salesSpacing = "waits, because little time has passed since the last message about sales"
    case hourlyDigest = "waits until the next full hour, to be sent in one message with other sales"
    case dailyDigest = "waits until the hour of daily messages, to be sent in one message with other sales"
    case retry = "waits for the next attempt"
    case outage = "waits, because the mail server or SMS provider cannot be used now"
    case pushFailed = "no browser of the recipient could get the push message, so another channel is used"
    case needsPerson = "waits for a person to send it with the prepared link"

    // Not sent
    case merged = "replaced by a later message"
    case unchanged = "not sent, because the change was reversed"
    case turnedOff = "not sent, because the recipient has turned off messages of this kind"
    case noSMS = "not sent, because messages of this kind are not sent by SMS"
    case noConsent =
        "not sent, because the recipient has not agreed to get the organizer’s news, or has ended this consent"
    case paused = "not sent, because the recipient has paused all messages except important messages"
    case outdated = "not sent, because it is out of date"
    case notConcerned = "not sent, because the recipient has no valid ticket or invitation"
    case tooLate = "not sent, because too little time was left"
    case tooOld = "not sent, because it was queued too long ago"
    case suppressed =
        "not sent, because an earlier message to this address came back, or because its owner complained"
    case refused = "refused by the server"
    case uncertain = "perhaps sent: ask the provider before you send it again"
    case beforeDelivery =
        "not sent, because it was queued by an earlier version of the program, which did not send messages"
    case complaint = "the recipient complained about the message"
    case gaveUp = "given up, because all attempts failed"
    case withdrawn = "withdrawn by the organizer"
    case handedOver = "sent by another program"
    case noEventLeft = "not sent, because none of its events can be booked any more"
    case incomplete = "not sent, because its ticket, order or event no longer exists"

    /// The name in the store and in the API, such as `quietHours`.
    public var code: String { "\(self)" }

    /// The reason with the given code; nil if the code is unknown.
    public init?(code: String) {
        guard let found = NoticeReason.byCode[code] else { return nil }
        self = found
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.code, $0) })
}

/// A message that was sent to a recipient.
public struct SentNotice: Hashable, Sendable {
    public let at: Instant
    public let kind: Notice.Kind
    public let event: EventNumber?

    public init(at: Instant, kind: Notice.Kind, event: EventNumber?) {
        self.at = at
        self.kind = kind
        self.event = event
    }
}
