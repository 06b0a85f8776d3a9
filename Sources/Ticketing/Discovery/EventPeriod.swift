public import Foundation

/// A period that visitors select with one button, to find the events in this period. Its days begin and end in the
/// event’s time zone (Docs/Discovery.md, “Periods”).
public enum EventPeriod: String, Hashable, Sendable, CaseIterable {
    case today, tomorrow
    /// Saturday and Sunday of the current week. Weeks begin on Monday.
    case weekend
    /// From today through Sunday.
    case week
    /// The current moment, for events that are happening now.
    case now

    /// The maximum time from now to the beginning or end of a period, in any time zone, in seconds. It is a week and an
    /// hour, because a day on which clocks are set back has 25 hours.
    public static let furthest: Int64 = 7 * 86_400 + 3600

    /// The period in a time zone.
    public func span(at now: Instant, in zone: TimeZone) -> Range<Instant> {
        LocalDays(at: now, in: zone).span(of: self)
    }
}

/// The days in a time zone, counted from today.
struct LocalDays {
    private let now: Instant
    private let calendar: Calendar
    private let today: Date
    /// The number of days since Monday, 0 to 6.
    private let weekday: Int

    init(at now: Instant, in zone: TimeZone) {
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        self.calendar = calendar
        today = calendar.startOfDay(for: date)
        weekday = (calendar.component(.weekday, from: date) + 5) % 7
    }

    func span(of period: EventPeriod) -> Range<Instant> {
        switch period {
        case .today: start(of: 0)..<start(of: 1)
        case .tomorrow: start(of: 1)..<start(of: 2)
        case .weekend: start(of: 5 - weekday)..<start(of: 7 - weekday)
        case .week: start(of: 0)..<start(of: 7 - weekday)
        case .now: now..<Instant(milliseconds: now.milliseconds + 1)
        }
    }

    /// The start of the day that is `days` days after today.
    func start(of days: Int) -> Instant {
        let date = calendar.date(byAdding: .day, value: days, to: today).map { calendar.startOfDay(for: $0) } ?? today
        return Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    func dayAndPart(of moment: Instant) -> (day: WeekDay, part: DayPart) {
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
        let parts = calendar.dateComponents([.weekday, .hour], from: date)
        // Foundation counts the days of the week from Sunday, which is 1.
        return (WeekDay.allCases[((parts.weekday ?? 2) + 5) % 7], DayPart(hour: parts.hour ?? 0))
    }

    /// The number of days from today to the day on which a moment falls.
    func days(to moment: Instant) -> Int {
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
        return calendar.dateComponents([.day], from: today, to: calendar.startOfDay(for: date)).day ?? 0
    }
}

extension Range<Instant> {
    /// Whether an event takes place in this period and is not over at the time `now`. An event that ends at midnight
    /// does not take place on the day that begins at that midnight.
    public func includes(eventFrom start: Instant, to end: Instant, at now: Instant) -> Bool {
        start < upperBound && end > lowerBound && end > now
    }
}
