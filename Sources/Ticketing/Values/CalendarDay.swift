public import Foundation

/// A day of the Gregorian calendar, such as a date of birth. Its text has the form `1990-05-17`.
public struct CalendarDay: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first supported day.
    public static let first = CalendarDay(unchecked: 1800, 1, 1)

    public let year: Int
    public let month: Int
    public let day: Int

    /// Parses `YYYY-MM-DD`. Nil if the text is not a valid date in the years 1800 to 9999.
    public init?(rawValue text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public init?(year: Int, month: Int, day: Int) {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1800...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day on which a moment falls in a time zone. For a moment before the day `first`, the result is `first`.
    public init(_ instant: Instant, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        self =
            CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) ?? CalendarDay.first
    }

    /// The start of the day in UTC.
    public var midnight: Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = calendar.date(from: DateComponents(year: year, month: month, day: day))
        return Instant(seconds: Int64(date?.timeIntervalSince1970 ?? 0))
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    public var rawValue: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The age, in full years, that a person born on this day has on another day.
    public func age(on day: CalendarDay) -> Int {
        let hadBirthday = (day.month, day.day) >= (month, self.day)
        return day.year - year - (hadBirthday ? 0 : 1)
    }

    /// The following day; nil after the last day of the year 9999.
    public var next: CalendarDay? {
        CalendarDay(year: year, month: month, day: day + 1) ?? CalendarDay(year: year, month: month + 1, day: 1)
            ?? CalendarDay(year: year + 1, month: 1, day: 1)
    }

    public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    public var description: String { rawValue }
}
