public import Languages

/// A number of the policy that the command `notice policy` can set. The command, the file with the settings and the
/// table in Docs/Messages.md use the names in the list `all`.
public struct NoticePolicySetting: Sendable {
    /// The unit of a value.
    public enum Unit: String, Hashable, Sendable {
        /// Minutes after midnight, written as `22:00`
        case time
        /// The hour of a day, 0 to 23
        case hour
        /// The day of the week, 1 for Monday to 7 for Sunday
        case weekday
        case seconds, minutes, hours, days
        /// A number of messages
        case messages
        /// A number of tickets
        case tickets
        /// 0 for `no`, 1 for `yes`
        case flag
    }

    /// The descriptions of the settings.
    public enum Text: String, SentenceKey {
        public static let subject = "noticePolicySetting"

        case quietFrom = "start of quiet hours, for recipients who have not chosen any"
        case quietUntil = "end of quiet hours, for recipients who have not chosen any"
        case sundayUntil =
            "end of Sunday morning; messages of the categories engagement, informational and marketing wait until then"
        case marketingFrom = "earliest time at which a marketing message is sent after quiet hours"
        case newsHour = "hour at which news is sent"
        case newsDay = "day on which news is sent, 1 (Monday) to 7 (Sunday)"
        case recommendationHour = "hour of the messages with recommendations"
        case recommendationDay = "day of the messages with recommendations, 1 (Monday) to 7 (Sunday)"
        case secondRecommendationDay = "second day of the messages with recommendations, 1 (Monday) to 7 (Sunday)"
        case popularHour = "hour of the messages about popular events"
        case popularDay = "day of the messages about popular events, 1 (Monday) to 7 (Sunday)"
        case salesHour = "hour of the daily messages about sales"
        case expiryHour = "hour of the message about tickets that expire"
        case updatesPerDay = "maximum number of updates about one event in 24 hours"
        case engagementPerDay = "maximum number of messages of the category engagement in 24 hours"
        case engagementPerWeek = "maximum number of messages of the category engagement in a week"
        case organizerPerDay = "maximum number of messages of the category organizer in 24 hours"
        case informationalPerDay = "maximum number of messages of the category informational in 24 hours"
        case informationalPerWeek = "maximum number of messages of the category informational in a week"
        case marketingPerWeek = "maximum number of messages of the category marketing in a week"
        case totalPerDay =
            "maximum number of messages of the categories engagement, informational and marketing together in 24 hours"
        case totalPerWeek =
            "maximum number of messages of the categories engagement, informational and marketing together in a week"
        case salesPerDay =
            "maximum number of immediate messages about new sales in 24 hours; further messages are sent hourly"
        case lowInventory =
            "owners and managers get a message when only this number of tickets of a type is left"
        case milestoneFirst = "first milestone, in tickets sold or issued for an event"
        case milestoneStep = "after the first milestone, each greater multiple of this number of tickets is a milestone"
        case spacing = "minimum time between two messages of the categories engagement, informational and marketing"
        case marketingDistance =
            "minimum time from a critical or transactional message to the next marketing message"
        case salesSpacing = "minimum time between messages about new sales"
        case reminderEarly = "time between the early reminder and the start"
        case reminderHour = "hour of the reminder on the day before an event"
        case reminderLate = "time between the late reminder and the start"
        case reminderLast = "time between the last reminder and the start"
        case reminderLeast =
            "time before the start after which late reminders are dropped"
        case reminderUrgent = "time before the start in which quiet hours do not delay reminders"
        case updateUrgent = "time before the start in which quiet hours do not delay updates"
        case expiryDays = "time between the message about expiring tickets and the expiry of these tickets"
        case paymentFinal = "time between the last payment reminder and the end of the reservation"
        case longestWait = "age at which a waiting message is dropped"
        case retryTime = "time for which the program retries a failed message"
        case retention = "age at which messages are removed from the store"
        case smsOptional = "whether messages that are neither critical nor transactional may be sent by SMS"
    }

    /// The name on the command line and in the file, such as `engagement-per-day`.
    public let name: String
    public let label: Text
    public let unit: Unit
    /// The allowed values, in `unit`.
    public let range: ClosedRange<Int>
    private let read: @Sendable (NoticePolicy) -> Int
    private let write: @Sendable (inout NoticePolicy, Int) -> Void

    private init(
        _ name: String, _ label: Text, _ unit: Unit, _ range: ClosedRange<Int>,
        read: @escaping @Sendable (NoticePolicy) -> Int, write: @escaping @Sendable (inout NoticePolicy, Int) -> Void
    ) {
        self.name = name
        self.label = label
        self.unit = unit
        self.range = range
        self.read = read
        self.write = write
    }

    /// The value of this setting in a policy.
    public func value(in policy: NoticePolicy) -> Int { read(policy) }

    /// Sets the value of this setting in a policy. The value must be in `range`.
    public func set(_ value: Int, in policy: inout NoticePolicy) {
        precondition(range.contains(value))
        write(&policy, value)
    }

    /// The value of the standard policy.
    public var standard: Int { read(.standard) }

    /// The setting with a name; nil if no setting has this name.
    public static func named(_ name: String) -> NoticePolicySetting? { all.first { $0.name == name } }
}

// MARK: The list

extension NoticePolicySetting {
    /// All settings, in the order of the table in Docs/Messages.md.
    public static let all: [NoticePolicySetting] = times + caps + sales + distances + reminders + ages + channels

    private static let times: [NoticePolicySetting] = [
        NoticePolicySetting(
            "quiet-from", .quietFrom, .time, 0...1439, read: { $0.quietHours.from },
            write: { $0.quietHours = QuietHours(from: $1, until: $0.quietHours.until) }),
        NoticePolicySetting(
            "quiet-until", .quietUntil, .time, 0...1439, read: { $0.quietHours.until },
            write: { $0.quietHours = QuietHours(from: $0.quietHours.from, until: $1) }),
        NoticePolicySetting(
            "sunday-until", .sundayUntil, .time, 0...1439,
            read: { $0.sundayMorning.until },
            write: { $0.sundayMorning = QuietHours(from: 0, until: $1, isOnlyOnSunday: true) }),
        NoticePolicySetting(
            "marketing-from", .marketingFrom, .time, 0...1439,
            read: { $0.beforeMarketing.until }, write: { $0.beforeMarketing = QuietHours(from: 0, until: $1) }),
        number("news-hour", .newsHour, .hour, 0...23, \.newsHour),
        number("news-day", .newsDay, .weekday, 1...7, \.newsDay),
        number("recommendations-hour", .recommendationHour, .hour, 0...23, \.recommendationHour),
        number("recommendations-day", .recommendationDay, .weekday, 1...7, \.recommendationDay),
        number("recommendations-day-2", .secondRecommendationDay, .weekday, 1...7, \.secondRecommendationDay),
        number("popular-hour", .popularHour, .hour, 0...23, \.popularHour),
        number("popular-day", .popularDay, .weekday, 1...7, \.popularDay),
        number("sales-hour", .salesHour, .hour, 0...23, \.salesHour),
        number("expiry-hour", .expiryHour, .hour, 0...23, \.expiryHour),
    ]

    private static let caps: [NoticePolicySetting] = [
        cap("updates-per-day", .updatesPerDay, \.updates),
        cap("engagement-per-day", .engagementPerDay, .engagement, 0),
        cap("engagement-per-week", .engagementPerWeek, .engagement, 1),
        cap("organizer-per-day", .organizerPerDay, .organizer, 0),
        cap("informational-per-day", .informationalPerDay, .informational, 0),
        cap("informational-per-week", .informationalPerWeek, .informational, 1),
        cap("marketing-per-week", .marketingPerWeek, .marketing, 0),
        total("total-per-day", .totalPerDay, 0),
        total("total-per-week", .totalPerWeek, 1),
        cap("sales-per-day", .salesPerDay, \.realTimeSales),
    ]

    private static let sales: [NoticePolicySetting] = [
        number("low-inventory", .lowInventory, .tickets, 1...10_000, \.lowInventory),
        number("milestone-first", .milestoneFirst, .tickets, 1...1_000_000, \.firstMilestone),
        number("milestone-step", .milestoneStep, .tickets, 10...1_000_000, \.milestoneStep),
    ]

    private static let distances: [NoticePolicySetting] = [
        distance(
            "spacing", .spacing, .minutes, 0...1440,
            \.spacing.seconds),
        distance(
            "marketing-distance", .marketingDistance, .hours, 0...168,
            \.afterImportant.seconds),
        distance("sales-spacing", .salesSpacing, .seconds, 0...3600, \.salesSpacing.seconds),
    ]

    private static let reminders: [NoticePolicySetting] = [
        number("reminder-early", .reminderEarly, .days, 2...60, \.earlyReminderDays),
        number("reminder-hour", .reminderHour, .hour, 0...23, \.reminderHour),
        number("reminder-late", .reminderLate, .hours, 1...23, \.lateReminderHours),
        number("reminder-last", .reminderLast, .minutes, 5...120, \.lastReminderMinutes),
        distance(
            "reminder-least", .reminderLeast, .minutes, 0...1440, \.leastSecondsToAct),
        distance(
            "reminder-urgent", .reminderUrgent, .hours, 0...168,
            \.urgentReminderSeconds),
        distance(
            "update-urgent", .updateUrgent, .hours, 0...168,
            \.urgentUpdateSeconds),
        number("expiry-days", .expiryDays, .days, 2...7, \.expiryDays),
        distance("payment-final", .paymentFinal, .minutes, 2...15, \.finalPaymentSeconds),
    ]

    private static let ages: [NoticePolicySetting] = [
        distance("longest-wait", .longestWait, .days, 1...365, \.longestSeconds),
        distance("retry-time", .retryTime, .hours, 1...168, \.retrySeconds),
        number(
            "retention", .retention, .days, NoticeRetention.leastDays...36_500,
            \.retentionDays),
    ]

    private static let channels: [NoticePolicySetting] = [
        NoticePolicySetting(
            "sms-optional", .smsOptional, .flag, 0...1, read: { $0.sendsOptionalBySMS ? 1 : 0 },
            write: { $0.sendsOptionalBySMS = $1 == 1 })
    ]

    // MARK: Kinds of settings

    private static func number(
        _ name: String, _ label: Text, _ unit: Unit, _ range: ClosedRange<Int>,
        _ path: WritableKeyPath<NoticePolicy, Int> & Sendable
    ) -> NoticePolicySetting {
        NoticePolicySetting(
            name, label, unit, range, read: { $0[keyPath: path] }, write: { $0[keyPath: path] = $1 })
    }

    /// A setting whose value is stored in the policy in seconds.
    private static func distance(
        _ name: String, _ label: Text, _ unit: Unit, _ range: ClosedRange<Int>,
        _ path: WritableKeyPath<NoticePolicy, Int64> & Sendable
    ) -> NoticePolicySetting {
        let seconds = unit.seconds
        return NoticePolicySetting(
            name, label, unit, range, read: { Int($0[keyPath: path] / seconds) },
            write: { $0[keyPath: path] = Int64($1) * seconds })
    }

    /// The allowed numbers of messages for a limit.
    private static let counts = 1...NoticePolicy.Cap.greatest

    private static func cap(
        _ name: String, _ label: Text, _ path: WritableKeyPath<NoticePolicy, NoticePolicy.Cap> & Sendable
    ) -> NoticePolicySetting {
        NoticePolicySetting(
            name, label, .messages, counts, read: { $0[keyPath: path].count }, write: { $0[keyPath: path].count = $1 })
    }

    /// A setting for a limit of a category. `index` is the position of the limit in the category's list in
    /// `NoticePolicy.caps`.
    private static func cap(
        _ name: String, _ label: Text, _ category: Notice.Category, _ index: Int
    ) -> NoticePolicySetting {
        NoticePolicySetting(
            name, label, .messages, counts, read: { $0.caps[category]?[index].count ?? 0 },
            write: { $0.caps[category]?[index].count = $1 })
    }

    private static func total(_ name: String, _ label: Text, _ index: Int) -> NoticePolicySetting {
        NoticePolicySetting(
            name, label, .messages, counts, read: { $0.totals[index].count }, write: { $0.totals[index].count = $1 })
    }
}

extension NoticePolicySetting.Unit {
    /// The number of seconds of the unit; 1 for units that are not durations.
    fileprivate var seconds: Int64 {
        switch self {
        case .time, .hour, .weekday, .messages, .tickets, .flag, .seconds: 1
        case .minutes: 60
        case .hours: 3600
        case .days: 86_400
        }
    }

    /// The text of a value, such as `22:00`, `10:00`, `30 minutes` or `3`.
    public func text(_ value: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch self {
        case .time: "\(padded(value / 60)):\(padded(value % 60))"
        case .hour: "\(padded(value)):00"
        case .weekday, .messages, .tickets: "\(value)"
        case .flag: value == 1 ? "yes" : "no"
        case .seconds, .minutes, .hours, .days: value == 1 ? "1 \(rawValue.dropLast())" : "\(value) \(rawValue)"
        }
    }

    /// Parses the text of a value. A time is written as `22:00`, and an hour of a day as `18:00` or `18`. A duration is
    /// a whole number, with or without a unit: `30`, `30m`, `2 hours`, `10d`. A flag is `no` or `yes`. Every other
    /// value is a whole number.
    ///
    /// - Returns: nil if the text is malformed, or if the value is not a whole number of this unit.
    public func value(of text: String) -> Int? {
        switch self {
        case .time: return NoticePolicySetting.Unit.minutesAfterMidnight(text)
        case .hour:
            guard let minutes = NoticePolicySetting.Unit.minutesAfterMidnight(text) else {
                return NoticePolicySetting.Unit.wholeNumber(text)
            }
            return minutes.isMultiple(of: 60) ? minutes / 60 : nil
        case .weekday, .messages, .tickets: return NoticePolicySetting.Unit.wholeNumber(text)
        case .flag: return ["no": 0, "yes": 1][text]
        case .seconds, .minutes, .hours, .days:
            guard let match = text.wholeMatch(of: /(-?[0-9]+) ?([a-z]*)/),
                let number = NoticePolicySetting.Unit.wholeNumber(match.1),
                let unit = match.2.isEmpty ? self : NoticePolicySetting.Unit(suffix: String(match.2))
            else { return nil }
            let (count, rest) = (Int64(number) * unit.seconds).quotientAndRemainder(dividingBy: seconds)
            return rest == 0 ? Int(count) : nil
        }
    }

    private static func minutesAfterMidnight(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/), let hour = Int(match.1),
            let minute = Int(match.2)
        else { return nil }
        return hour * 60 + minute
    }

    /// A whole number of at most nine digits; nil for any other text.
    private static func wholeNumber(_ text: some StringProtocol) -> Int? {
        String(text).wholeMatch(of: /-?[0-9]{1,9}/).flatMap { Int($0.0) }
    }

    /// Finds the unit of a duration by its name or an abbreviation: `m`, `min`, `minute` or `minutes`.
    private init?(suffix: String) {
        let units: [(names: Set<String>, unit: NoticePolicySetting.Unit)] = [
            (["s", "sec", "second", "seconds"], .seconds), (["m", "min", "minute", "minutes"], .minutes),
            (["h", "hour", "hours"], .hours), (["d", "day", "days"], .days),
        ]
        guard let found = units.first(where: { $0.names.contains(suffix) }) else { return nil }
        self = found.unit
    }
}
