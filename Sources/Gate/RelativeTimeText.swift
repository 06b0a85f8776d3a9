import Foundation
import Languages
import Ticketing

/// Writes times relative to the current time. The text omits the day if the time is today, and omits the year if the
/// date is in the current year.
struct RelativeTimeText {
    let timeZone: TimeZone
    let now: Instant
    let language: Language

    /// A time such as `18:04`.
    func time(_ instant: Instant) -> String { WallTime(instant, in: timeZone).description }

    /// A day such as `Saturday 25 Dec`. If the day is not in the current year, `Saturday 25 Dec 2027`.
    func day(_ instant: Instant) -> String {
        let isThisYear = day(of: instant).year == day(of: now).year
        return
            "\(weekday(instant)) \(format(instant, isThisYear ? RelativeTimeText.dayAndMonth : RelativeTimeText.fullDate))"
    }

    /// Today's date, such as `Friday 24`, to be shown next to another date. If the two dates are in different months,
    /// the text includes the month. If they are in different years, it also includes the year.
    func today(versus instant: Instant) -> String {
        let (today, other) = (day(of: now), day(of: instant))
        if today.year != other.year { return "\(weekday(now)) \(format(now, RelativeTimeText.fullDate))" }
        return
            "\(weekday(now)) \(format(now, today.month == other.month ? RelativeTimeText.dayOnly : RelativeTimeText.dayAndMonth))"
    }

    /// A time such as `18:04`. If the time is not today, `18:04 on Friday 24 Dec`.
    func moment(_ instant: Instant) -> String {
        guard !isToday(instant) else { return time(instant) }
        return language.text(GateSentence.timeOnDay, ["time": .text(time(instant)), "day": .text(day(instant))])
    }

    /// A text such as `today at 18:04`. If the time is not today, `on Friday 24 Dec`.
    func since(_ instant: Instant) -> String {
        isToday(instant)
            ? language.text(GateSentence.sinceToday, ["time": .text(time(instant))])
            : language.text(GateSentence.sinceDay, ["day": .text(day(instant))])
    }

    func isToday(_ instant: Instant) -> Bool { day(of: instant) == day(of: now) }

    func isMidnight(_ instant: Instant) -> Bool { WallTime(instant, in: timeZone).minutes == 0 }

    /// The start of a validity window that lies within one calendar day or one event day (from 04:00 to 04:00). Nil for
    /// a longer window, and for a window without a start or an end.
    func onlyDay(from: Instant?, until: Instant?) -> Instant? {
        guard let from, let until, from < until else { return nil }
        let last = Instant(milliseconds: until.milliseconds - 1)
        return EventDay(from, in: timeZone) == EventDay(last, in: timeZone) || day(of: from) == day(of: last)
            ? from : nil
    }

    private func day(of instant: Instant) -> CalendarDay { CalendarDay(instant, in: timeZone) }

    private func weekday(_ instant: Instant) -> String { format(instant, "\(weekday: .wide)") }

    private static let dayOnly: Date.FormatString = "\(day: .defaultDigits)"
    private static let dayAndMonth: Date.FormatString = "\(day: .defaultDigits) \(month: .abbreviated)"
    private static let fullDate: Date.FormatString =
        "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"

    private func format(_ instant: Instant, _ format: Date.FormatString) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).text(
            Date.VerbatimFormatStyle(
                format: format, locale: language.locale, timeZone: timeZone,
                calendar: Calendar(identifier: .gregorian)),
            in: language.locale)
    }
}
