/// The numbers on which decisions about notices depend. The defaults are those of Docs/Messages.md. A recipient's own
/// quiet hours and choices are in `MessagePreferences`.
public struct NoticePolicy: Hashable, Sendable, Updatable {
    public static let standard = NoticePolicy()

    /// A limit on the messages to one recipient in a rolling window. Every window of this length holds at most `count`
    /// messages, wherever it begins. This is stricter than a limit for each calendar day or week.
    public struct Cap: Hashable, Sendable {
        /// The number of messages, at least 1.
        public var count: Int
        /// The length of the window, in seconds, at most seven days, because decisions do not see older messages.
        public var seconds: Int64
        /// The reason that is stored with a message that waits because of the limit.
        public var reason: NoticeReason

        public init(_ count: Int, inSeconds seconds: Int64, reason: NoticeReason) {
            self.count = count
            self.seconds = seconds
            self.reason = reason
        }

        public static func daily(_ count: Int) -> Cap { Cap(count, inSeconds: 86_400, reason: .dailyCap) }
        public static func weekly(_ count: Int) -> Cap { Cap(count, inSeconds: 7 * 86_400, reason: .weeklyCap) }
    }

    // Categories

    /// The kinds that have another category than `Notice.Kind.category`.
    public var categories: [Notice.Kind: Notice.Category] = [:]
    /// The categories that a recipient cannot turn off. If all channels are turned off, the message is sent to
    /// its own address, provided that a sender is set up for this kind of address.
    public var mandatory: Set<Notice.Category> = [.critical, .transactional]
    /// The kinds that a recipient can turn off, although their category is mandatory.
    public var optional: Set<Notice.Kind> = [.organizerMessage]
    /// The categories that are off, unless the recipient turns them on.
    public var offByDefault: Set<Notice.Category> = [.informational, .marketing]

    // Times of day

    /// The hours on Sunday in which messages of `sundayCategories` wait.
    public var sundayMorning = QuietHours(from: 0, until: 13 * 60, isOnlyOnSunday: true)
    public var sundayCategories: Set<Notice.Category> = [.engagement, .informational, .marketing]
    /// After the recipient's quiet hours, marketing also waits until these hours end.
    public var beforeMarketing = QuietHours(from: 0, until: 9 * 60)
    /// Quiet hours do not hold a transactional message if the event starts within this time, in seconds. After the start,
    /// this applies until the event's end; without an end, for the same time.
    public var urgentUpdateSeconds: Int64 = 24 * 3600
    /// The same for reminders. Sunday morning does not hold them, either.
    public var urgentReminderSeconds: Int64 = 2 * 3600
    /// The hour at which the sales of a day are sent to recipients who want them once a day, 0 to 23.
    public var salesHour = 8
    /// The time zone of a recipient without a known time zone, if the event has none either.
    public var timeZone = "Africa/Kampala"

    // Age

    /// The age at which a message is dropped, in seconds. It counts from the time for which the message was wanted.
    public var longestSeconds: Int64 = 30 * 86_400
    /// A reminder is dropped if less than this time is left before the start, in seconds. A reminder that was wanted
    /// later than that, such as the one 15 minutes before, is dropped after the start.
    public var leastSecondsToAct: Int64 = 30 * 60
    /// A reminder that was wanted at the start or after it is dropped this long after its time, in seconds.
    public var lateReminderSeconds: Int64 = 86_400
    /// The time after which a message for which no sender is set up is decided again, in seconds.
    public var noChannelSeconds: Int64 = 3600

    // Caps

    /// The most transactional updates about one event: messages whose kind is replaceable.
    public var updates = Cap(3, inSeconds: 86_400, reason: .updateCap)
    /// The most messages of each category.
    public var caps: [Notice.Category: [Cap]] = [
        .engagement: [.daily(3), .weekly(12)], .organizer: [.daily(20)], .informational: [.daily(1), .weekly(3)],
        .marketing: [.weekly(1)],
    ]
    /// The categories whose messages are also counted together.
    public var totalCategories: Set<Notice.Category> = [.engagement, .informational, .marketing]
    /// The most messages of all `totalCategories`.
    public var totals: [Cap] = [.daily(8), .weekly(20)]
    /// The distance between two messages of `totalCategories`.
    public var spacing = Cap(1, inSeconds: 30 * 60, reason: .spacing)
    /// The distance of marketing from the last critical or transactional message.
    public var afterImportant = Cap(1, inSeconds: 12 * 3600, reason: .afterImportant)
    /// The distance between two messages about new sales. These messages have only their own caps: they neither count
    /// as messages of their category, nor wait for its caps.
    public var salesSpacing = Cap(1, inSeconds: 60, reason: .salesSpacing)
    /// The most messages about new sales, after which they are sent once an hour.
    public var realTimeSales = Cap(20, inSeconds: 86_400, reason: .hourlyDigest)

    public init() {}

    public func category(of kind: Notice.Kind) -> Notice.Category {
        categories[kind] ?? kind.category
    }

    /// Whether a recipient can turn a kind off. For the other kinds, the recipient only chooses the channel.
    public func canBeTurnedOff(_ kind: Notice.Kind) -> Bool {
        optional.contains(kind) || !mandatory.contains(category(of: kind))
    }
}
