public import Foundation

/// The reminders that every event has. A recipient's preferences determine which of them the recipient gets.
public enum StandardReminder: String, Hashable, Sendable, CaseIterable {
    case week = "1w"
    case day = "24h"
    case hours = "2h"
    case minutes = "15m"

    /// The time at which the reminder is due.
    ///
    /// - Parameters:
    ///   - zone: the event's time zone.
    ///   - hour: the hour in this zone at which the reminder of the day before is sent, 0 to 23.
    public func due(
        before start: Instant, in zone: TimeZone, hour: Int = NoticePolicy.standard.reminderHour
    ) -> Instant {
        switch self {
        case .week: start.advanced(bySeconds: -7 * 86_400)
        case .day: StandardReminder.time(hour, onTheDayBefore: start, in: zone)
        case .hours: start.advanced(bySeconds: -2 * 3600)
        case .minutes: start.advanced(bySeconds: -15 * 60)
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
        case .standard: [.day, .hours]
        case .early: [.week, .day, .hours]
        case .late: [.day, .hours, .minutes]
        }
    }
}
