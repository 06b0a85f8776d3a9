/// The choices of a recipient. A value that is not set has its default.
public struct MessagePreferences: Hashable, Sendable, Codable, Updatable {
    /// The kinds of messages that are turned off, each with a channel, such as `reminder/email`.
    public var off: Set<String> = []
    /// The channels that the recipient has chosen, by the kind of message. For other kinds, the program chooses the
    /// channel that fits the message.
    public var chosen: [String: Notice.Channel] = [:]
    /// The messages that are off by default and that the recipient has turned on. An element is either a category, such
    /// as `marketing`, or a kind that suggests events, followed by a channel: `recommendations/email`.
    public var on: Set<String> = []
    /// The quiet hours, in minutes after midnight; nil for the quiet hours of the policy. They end on the next day if
    /// the end is before the start. If both are equal, there are no quiet hours.
    public var quietFrom: Int?
    public var quietUntil: Int?
    /// The recipient's IANA time zone; nil for the time zone of each event.
    public var timeZone: String?
    public var reminders = ReminderTiming.standard
    /// The times at which messages about new sales are sent. Only owners and managers of organizers get such messages.
    public var sales = SalesTiming.realTime
    /// The kinds that are paused, with the times in milliseconds at which the pauses end.
    public var snoozed: [String: Int64] = [:]
    /// Whether all messages except critical ones are paused.
    public var isPaused = false
    /// Whether mails show the QR symbols of tickets as pictures.
    public var showsSymbols = true
    /// Whether mails show the posters and logos of events as pictures.
    public var showsPosters = false

    private enum CodingKeys: String, CodingKey {
        case off, chosen, on, quietFrom, quietUntil, timeZone, reminders, sales, snoozed, isPaused
        case showsSymbols = "showsPictures"
        case showsPosters
    }

    public init() {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Preferences that an earlier version of the program stored may lack a value.
        func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
            if let stored = try container.decodeIfPresent(Value.self, forKey: key) { value = stored }
        }
        try read(.off, &off)
        try read(.chosen, &chosen)
        try read(.on, &on)
        try read(.reminders, &reminders)
        try read(.sales, &sales)
        try read(.snoozed, &snoozed)
        try read(.isPaused, &isPaused)
        try read(.showsSymbols, &showsSymbols)
        try read(.showsPosters, &showsPosters)
        quietFrom = try container.decodeIfPresent(Int.self, forKey: .quietFrom)
        quietUntil = try container.decodeIfPresent(Int.self, forKey: .quietUntil)
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
    }

    /// The reminders before an event (`StandardReminder`).
    public enum ReminderTiming: String, Hashable, Sendable, CaseIterable, Codable {
        /// The reminder on the day before, and the late reminder
        case standard
        /// The early reminder, the reminder on the day before, and the late reminder
        case early
        /// The reminder on the day before, the late reminder, and the last reminder
        case late
    }

    /// The times at which messages about new sales are sent.
    public enum SalesTiming: String, Hashable, Sendable, CaseIterable, Codable {
        /// At once. After too many messages, once an hour (`NoticePolicy.realTimeSales`).
        case realTime = "real-time"
        /// At the next full hour after a sale
        case hourly
        /// Once a day, at the hour `NoticePolicy.salesHour`
        case daily
    }

    public static func offKey(_ kind: Notice.Kind, _ channel: Notice.Channel) -> String {
        "\(kind.rawValue)/\(channel.rawValue)"
    }

    /// Turns off every kind that can be turned off, by all channels.
    public mutating func turnOffOptional() {
        for kind in Notice.Kind.allCases where NoticePolicy.standard.canBeTurnedOff(kind) { turn(kind, off: true) }
        on = []
    }

    /// Turns a kind of messages off or on, by all channels. If the kind is turned off, the recipient’s chosen channel
    /// for the kind is removed. Messages of the kind are then not sent to any address, not even to an address that the
    /// recipient adds later.
    public mutating func turn(_ kind: Notice.Kind, off isOff: Bool) {
        for channel in Notice.Channel.allCases { turn(kind, off: isOff, by: channel) }
        if isOff { chosen[kind.rawValue] = nil }
    }

    /// Turns a kind of messages off or on, by one channel.
    public mutating func turn(_ kind: Notice.Kind, off isOff: Bool, by channel: Notice.Channel) {
        let key = MessagePreferences.offKey(kind, channel)
        if kind.suggestsEvents {
            if isOff { on.remove(key) } else { on.insert(key) }
        } else {
            if isOff { off.insert(key) } else { off.remove(key) }
        }
    }

    public func isOff(_ kind: Notice.Kind, by channel: Notice.Channel) -> Bool {
        let key = MessagePreferences.offKey(kind, channel)
        return kind.suggestsEvents ? !on.contains(key) : off.contains(key)
    }
}

/// A person or mailbox that receives messages: an address with the recipient's preferences.
public struct MessageRecipient: Hashable, Sendable, Updatable {
    /// An e-mail address or a phone number.
    public let address: String
    /// The secret in the links with which the recipient changes the preferences, in hexadecimal.
    public let secret: String
    /// The BCP 47 tag of the language of messages; nil for English.
    public var language: String?
    public var preferences: MessagePreferences
    /// The recipient's second address, which the recipient has confirmed with a code. It is a phone number if `address`
    /// is an e-mail address, and an e-mail address if `address` is a phone number. Nil if the recipient has confirmed
    /// no second address.
    public var otherAddress: String?
    /// The time at which messages to the address were stopped, because a message came back or because of a complaint.
    /// Nil if messages are sent to the address.
    public var suppressed: Instant?
    /// The answer of the mail server that refused the address.
    public var suppressionAnswer: String?

    public init(address: String, secret: String, language: String? = nil, preferences: MessagePreferences = .init()) {
        self.address = address
        self.secret = secret
        self.language = language
        self.preferences = preferences
    }
}
