public import Foundation

/// The reminders that every event has. A recipient's preferences determine which of them the recipient gets. The policy
/// determines when they are due. The raw values are used in the store. They describe the default times, and do not
/// change with the policy.
public enum StandardReminder: String, Hashable, Sendable, CaseIterable {
    /// Some days before the start, by default seven (`NoticePolicy.earlyReminderDays`)
    case early = "1w"
    /// On the day before the start (`NoticePolicy.reminderHour`)
    case day = "24h"
    /// Some hours before the start, by default two (`NoticePolicy.lateReminderHours`)
    case late = "2h"
    /// Some minutes before the start, by default 15 (`NoticePolicy.lastReminderMinutes`)
    case last = "15m"

    /// The time at which the reminder is due.
    ///
    /// - Parameter zone: the event's time zone.
    public func due(before start: Instant, in zone: TimeZone, policy: NoticePolicy = .standard) -> Instant {
        switch self {
        case .early: start.advanced(bySeconds: -Int64(policy.earlyReminderDays) * 86_400)
        case .day: StandardReminder.time(policy.reminderHour, onTheDayBefore: start, in: zone)
        case .late: start.advanced(bySeconds: -Int64(policy.lateReminderHours) * 3600)
        case .last: start.advanced(bySeconds: -Int64(policy.lastReminderMinutes) * 60)
        }
    }

    private static func time(_ hour: Int, onTheDayBefore start: Instant, in zone: TimeZone) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let day = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
        guard let before = calendar.date(byAdding: .day, value: -1, to: day),
            let time = calendar.date(bySettingHour: hour, minute: 0, second: 0, of: before)
        else { return start.advanced(bySeconds: -86_400) }
        return Instant(milliseconds: Int64(time.timeIntervalSince1970 * 1000))
    }
}

extension MessagePreferences.ReminderTiming {
    /// The reminders that a recipient with this choice gets.
    public var reminders: Set<StandardReminder> {
        switch self {
        case .standard: [.day, .late]
        case .early: [.early, .day, .late]
        case .late: [.day, .late, .last]
        }
    }
}
