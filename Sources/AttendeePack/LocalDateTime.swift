import Foundation
import Languages
import Ticketing

/// The local date and time at an instant in a time zone (Gregorian calendar).
struct LocalDateTime: Hashable {
    let year: Int
    /// The month, 1 to 12.
    let month: Int
    let day: Int
    /// The weekday; 0 is Sunday.
    let weekday: Int
    /// The seconds since midnight.
    let second: Int
    /// The offset from UTC in seconds; positive to the east.
    let offset: Int
    /// The number of days since 1 January 1970.
    let dayNumber: Int

    init(_ instant: Instant, in zone: TimeZone) {
        self.init(instant, offset: zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds))))
    }

    init(_ instant: Instant, offset: Int) {
        self.offset = offset
        let local = Int(instant.seconds) + offset
        let days = (local >= 0 ? local : local - 86_399) / 86_400
        second = local - days * 86_400
        dayNumber = days
        weekday = ((days + 4) % 7 + 7) % 7
        // This calculation counts in periods of 400 years, and each year begins in March. A leap day is then the last
        // day of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * march + 2) / 5 + 1
        month = march < 10 ? march + 3 : march - 9
        year = yearOfEra + era * 400 + (march >= 10 ? 1 : 0)
    }

    var hour: Int { second / 3_600 }
    var minute: Int { second / 60 % 60 }

    /// The date in a language, such as `Friday 1 January 2027`.
    func date(in language: Language) -> String {
        formatted("\(weekday: .wide) \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)", in: language)
    }

    /// The date in a language with abbreviated names, such as `Fri 1 Jan 2027` or, without the year, `Fri 1 Jan`.
    func shortDate(in language: Language, withYear hasYear: Bool) -> String {
        hasYear
            ? SentenceArgument.day(dayNumber).text(in: language)
            : formatted("\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated)", in: language)
    }

    /// The day and the month in a language, such as `1 Jan`.
    func dayAndMonth(in language: Language) -> String {
        formatted("\(day: .defaultDigits) \(month: .abbreviated)", in: language)
    }

    private func formatted(_ format: Date.FormatString, in language: Language) -> String {
        Date(timeIntervalSince1970: Double(dayNumber) * 86_400).text(
            Date.VerbatimFormatStyle(
                format: format, locale: language.locale, timeZone: .gmt, calendar: Calendar(identifier: .gregorian)),
            in: language.locale)
    }

    /// The time, such as `18:00`.
    var time: String { "\(LocalDateTime.twoDigits(hour)):\(LocalDateTime.twoDigits(minute))" }

    /// The offset from UTC as text, in place of the zone's name, such as `UTC+3` or `UTC−4:30`.
    var zoneName: String {
        guard offset != 0 else { return "UTC" }
        let minutes = abs(offset) / 60
        let rest = minutes % 60 == 0 ? "" : ":\(LocalDateTime.twoDigits(minutes % 60))"
        return "UTC\(offset < 0 ? "−" : "+")\(minutes / 60)\(rest)"
    }

    /// The date and time for a calendar, such as `20270101T180000` (RFC 5545 §3.3.5).
    var iCalendarText: String {
        "\(LocalDateTime.fourDigits(year))\(LocalDateTime.twoDigits(month))\(LocalDateTime.twoDigits(day))T"
            + "\(LocalDateTime.twoDigits(hour))\(LocalDateTime.twoDigits(minute))\(LocalDateTime.twoDigits(second % 60))"
    }

    /// The date, time and offset, such as `2027-01-01T18:00:00+03:00` (RFC 3339).
    var timestamp: String {
        "\(LocalDateTime.fourDigits(year))-\(LocalDateTime.twoDigits(month))-\(LocalDateTime.twoDigits(day))T"
            + "\(time):\(LocalDateTime.twoDigits(second % 60))\(LocalDateTime.signCharacter(offset))"
            + "\(LocalDateTime.twoDigits(abs(offset) / 3_600)):\(LocalDateTime.twoDigits(abs(offset) / 60 % 60))"
    }

    /// The date, time and offset for a mail, such as `Fri, 1 Jan 2027 18:00:00 +0300` (RFC 5322 §3.3).
    var mailDate: String {
        "\(LocalDateTime.weekdays[weekday].prefix(3)), \(day) \(LocalDateTime.months[month - 1].prefix(3)) "
            + "\(LocalDateTime.fourDigits(year)) \(time):\(LocalDateTime.twoDigits(second % 60)) \(LocalDateTime.signCharacter(offset))"
            + "\(LocalDateTime.twoDigits(abs(offset) / 3_600))\(LocalDateTime.twoDigits(abs(offset) / 60 % 60))"
    }

    static func signCharacter(_ offset: Int) -> String { offset < 0 ? "-" : "+" }
    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static func fourDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
