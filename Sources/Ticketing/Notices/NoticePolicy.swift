/// The numbers on which decisions about notices depend. The defaults are those of Docs/Messages.md. A recipient's own
/// quiet hours and choices are in `MessagePreferences`.
public struct NoticePolicy: Hashable, Sendable, Updatable {
    public static let standard = NoticePolicy()

    /// A limit on the messages to one recipient in a rolling window. Every window of this length holds at most `count`
    /// messages, wherever it begins.
    public struct Cap: Hashable, Sendable {
        /// The number of messages, at least 1.
        public var count: Int
        /// The length of the window, in seconds. It is at most seven days, because the program does not read older
        /// messages when it decides.
        public var seconds: Int64
        /// The reason that is stored with a message that waits because of the limit.
        public var reason: NoticeReason

        public init(_ count: Int, inSeconds seconds: Int64, reason: NoticeReason) {
            self.count = count
            self.seconds = seconds
            self.reason = reason
        }

        /// The greatest `count` that a setting allows. A decision counts the latest messages to the recipient, at most
        /// this many to each address, so a greater limit would never be reached.
        public static let greatest = 500

        public static func daily(_ count: Int) -> Cap { Cap(count, inSeconds: 86_400, reason: .dailyCap) }
        public static func weekly(_ count: Int) -> Cap { Cap(count, inSeconds: 7 * 86_400, reason: .weeklyCap) }
    }

    // Categories

    /// The kinds whose category differs from `Notice.Kind.category`.
    public var categories: [Notice.Kind: Notice.Category] = [:]
    /// The categories that a recipient cannot turn off. Even if the recipient has turned off all channels, a message of
    /// such a category is sent by any channel for which a sender is set up and the recipient has an address.
    public var mandatory: Set<Notice.Category> = [.critical, .transactional]
    /// The kinds that a recipient can turn off, although their category is mandatory.
    public var optional: Set<Notice.Kind> = [.organizerMessage]
    /// The categories that are off, unless the recipient turns them on. This does not apply to messages of the kind
    /// `news`: the recipient must have agreed to get the organizer's news (`NewsConsent`).
    public var offByDefault: Set<Notice.Category> = [.informational, .marketing]
    /// Whether messages of categories that are not mandatory may be sent by SMS, which costs money.
    public var sendsOptionalBySMS = true

    // Times of day

    /// The quiet hours of a recipient who has not chosen any. They do not hold messages about a gate while the event is
    /// open. An event is open from the time of its doors until its end. If it has no time for its doors, it is open
    /// from its start. If it has no end, it is open until 24 hours after its start.
    public var quietHours = QuietHours(from: 22 * 60, until: 7 * 60)
    /// The hour of the reminder on the day before an event, 0 to 23, in the event's time zone.
    public var reminderHour = 10
    /// The number of days of 24 hours between the early reminder (`StandardReminder.early`) and the start; at least 2.
    public var earlyReminderDays = 7
    /// The number of hours between the late reminder (`StandardReminder.late`) and the start.
    public var lateReminderHours = 2
    /// The number of minutes between the last reminder (`StandardReminder.last`) and the start.
    public var lastReminderMinutes = 15
    /// The hours on Sunday in which messages of `sundayCategories` wait.
    public var sundayMorning = QuietHours(from: 0, until: 13 * 60, isOnlyOnSunday: true)
    public var sundayCategories: Set<Notice.Category> = [.engagement, .informational, .marketing]
    /// The hours in which a marketing message still waits after the recipient's quiet hours have ended. A message that
    /// did not wait for the end of the quiet hours does not wait in these hours either.
    public var beforeMarketing = QuietHours(from: 0, until: 9 * 60)
    /// Quiet hours do not hold a transactional message if the event starts within this time, in seconds. From the start
    /// of the event to its end, quiet hours do not hold the message either. If the event has no end, this exception
    /// ends this many seconds after the start.
    public var urgentUpdateSeconds: Int64 = 24 * 3600
    /// Quiet hours and Sunday morning do not hold a reminder if the event starts within this time, in seconds, or has
    /// started. The exception ends as described for `urgentUpdateSeconds`.
    public var urgentReminderSeconds: Int64 = 2 * 3600
    /// The hour, 0 to 23, of the daily message about sales, for recipients who get one such message a day.
    public var salesHour = 8
    /// The hour, 0 to 23, in the event's time zone, at which the message about tickets that expire is due.
    public var expiryHour = 9
    /// The message about tickets that expire is due this many days before they expire; at least 2. On that day, the
    /// message is due at `expiryHour`.
    public var expiryDays = 2
    /// The time between the last payment reminder and the end of the reservation, in seconds. The first reminder comes
    /// at least this long after the beginning of the reservation, and at least this long before the last reminder.
    public var finalPaymentSeconds: Int64 = 5 * 60
    /// The day of the week and the hour at which news is sent if the organizer has not chosen a time. The day is 1 for
    /// Monday to 7 for Sunday, and the hour 0 to 23.
    public var newsDay = 4
    public var newsHour = 18
    /// The two days of the week, 1 for Monday to 7 for Sunday, and the hour, 0 to 23, at which recommendations are due.
    public var recommendationDay = 7
    public var secondRecommendationDay = 3
    public var recommendationHour = 18
    /// The day of the week and the hour at which the message about popular events is due.
    public var popularDay = 5
    public var popularHour = 17
    /// The time zone of a recipient without a known time zone, if the event has none either.
    public var timeZone = "Africa/Kampala"

    /// The time after the start for which an event without an end is open, in seconds.
    public static let openSeconds: Int64 = 86_400

    // Age

    /// The age at which a message is dropped, in seconds. The age is counted from the earliest time at which the
    /// message should be sent.
    public var longestSeconds: Int64 = 30 * 86_400
    /// A reminder is dropped if less than this time is left before the start, in seconds. Some reminders should be sent
    /// even later, such as the last reminder (`StandardReminder.last`). These reminders are dropped only after the
    /// start.
    public var leastSecondsToAct: Int64 = 30 * 60
    /// The time after which the program drops a reminder that should be sent at the start of the event or later, in
    /// seconds. It is counted from the moment at which the reminder should be sent.
    public var lateReminderSeconds: Int64 = 86_400
    /// The age at which a message is removed from the store if nothing is left to do for it, in days, at least
    /// `NoticeRetention.leastDays`.
    public var retentionDays = NoticeRetention.days
    /// The time after which the program decides again about a message for which no sender is set up, in seconds.
    public var noChannelSeconds: Int64 = 3600
    /// The time within which the program tries to send a message, in seconds. The message fails if its next attempt
    /// would come later.
    public var retrySeconds: Int64 = DeliveryRetryPolicy.giveUpSeconds

    // Sales

    /// The first milestone of an event (`SalesMilestone`), as a number of tickets; at least 1.
    public var firstMilestone = 50
    /// After the first milestone, each greater multiple of this number of tickets is a milestone; at least 1.
    public var milestoneStep = 100
    /// The number of tickets left of a type at which the organizer gets a message (`LowInventory`).
    public var lowInventory = 10

    // Caps

    /// The limit for updates about one event. Transactional messages of a replaceable kind
    /// (`Notice.Kind.isReplaceable`) and texts of organizers are counted, but only messages of a replaceable kind wait.
    public var updates = Cap(3, inSeconds: 86_400, reason: .updateCap)
    /// The limits for the messages of each category.
    public var caps: [Notice.Category: [Cap]] = [
        .engagement: [.daily(3), .weekly(12)], .organizer: [.daily(20)], .informational: [.daily(1), .weekly(3)],
        .marketing: [.weekly(1)],
    ]
    /// The categories whose messages are also counted together, for `totals`.
    public var totalCategories: Set<Notice.Category> = [.engagement, .informational, .marketing]
    /// The limits for all messages of `totalCategories` together.
    public var totals: [Cap] = [.daily(8), .weekly(20)]
    /// The minimum time between two messages of `totalCategories`.
    public var spacing = Cap(1, inSeconds: 30 * 60, reason: .spacing)
    /// The minimum time between a marketing message and the last critical or transactional message.
    public var afterImportant = Cap(1, inSeconds: 12 * 3600, reason: .afterImportant)
    /// The minimum time between two messages about new sales. The limits of categories do not apply to these messages,
    /// and these messages are not counted for those limits.
    public var salesSpacing = Cap(1, inSeconds: 60, reason: .salesSpacing)
    /// The limit for messages about new sales that are sent immediately. When the limit is reached, such messages are
    /// sent once an hour.
    public var realTimeSales = Cap(20, inSeconds: 86_400, reason: .hourlyDigest)

    public init() {}

    /// Whether the reminders of every event come in this order: early, on the day before, late, last. If the event
    /// starts at 00:00, the reminder on the day before and the late reminder may come at the same time.
    public var hasOrderedReminders: Bool {
        // The number of hours between the reminder on the day before and the start, if the event starts at 00:00. If
        // the event starts later in the day, the number is greater.
        let hours = 24 - reminderHour
        return lateReminderHours <= hours && lastReminderMinutes < lateReminderHours * 60
    }

    /// The same policy, if its reminders are in order (`hasOrderedReminders`). Otherwise, a policy whose late and last
    /// reminders are sent later, so that the reminders are in order.
    public var withOrderedReminders: NoticePolicy {
        with { policy in
            policy.lateReminderHours = min(policy.lateReminderHours, 24 - policy.reminderHour)
            policy.lastReminderMinutes = min(policy.lastReminderMinutes, policy.lateReminderHours * 60 - 1)
        }
    }

    public func category(of kind: Notice.Kind) -> Notice.Category {
        categories[kind] ?? kind.category
    }

    /// Whether a recipient can turn a kind off. If not, the recipient can only choose the channel.
    public func canBeTurnedOff(_ kind: Notice.Kind) -> Bool {
        optional.contains(kind) || !mandatory.contains(category(of: kind))
    }
}
