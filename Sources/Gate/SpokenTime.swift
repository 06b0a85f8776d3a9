import Foundation
import Ticketing

/// Times as people say them to each other beside a clock: today without the day, this year without the year.
struct SpokenTime {
    let timeZone: TimeZone
    /// What the clock shows.
    let now: Instant

    /// `18:04`
    func time(_ instant: Instant) -> String { WallTime(instant, in: timeZone).description }

    /// `Saturday 25 Dec`, of another year `Saturday 25 Dec 2027`.
    func day(_ instant: Instant) -> String {
        let isThisYear = day(of: instant).year == day(of: now).year
        return "\(weekday(instant)) \(format(instant, isThisYear ? SpokenTime.dayAndMonth : SpokenTime.wholeDay))"
    }

    /// Today, beside another day: `Friday 24`, with the month and year where they are others.
    func today(beside instant: Instant) -> String {
        let (today, other) = (day(of: now), day(of: instant))
        if today.year != other.year { return "\(weekday(now)) \(format(now, SpokenTime.wholeDay))" }
        return
            "\(weekday(now)) \(format(now, today.month == other.month ? SpokenTime.dayAlone : SpokenTime.dayAndMonth))"
    }

    /// `18:04`, of another day `18:04 on Friday 24 Dec`.
    func moment(_ instant: Instant) -> String {
        isToday(instant) ? time(instant) : "\(time(instant)) on \(day(instant))"
    }

    /// `today at 18:04`, of another day `on Friday 24 Dec`.
    func since(_ instant: Instant) -> String { isToday(instant) ? "today at \(time(instant))" : "on \(day(instant))" }

    func isToday(_ instant: Instant) -> Bool { day(of: instant) == day(of: now) }

    func isMidnight(_ instant: Instant) -> Bool { WallTime(instant, in: timeZone).minutes == 0 }

    /// The one day, which may go on past midnight, that a window is about; nil for a longer one.
    func onlyDay(from: Instant?, until: Instant?) -> Instant? {
        guard let from, let until, from < until else { return nil }
        let last = Instant(milliseconds: until.milliseconds - 1)
        return EventDay(from, in: timeZone) == EventDay(last, in: timeZone) || day(of: from) == day(of: last)
            ? from : nil
    }

    private func day(of instant: Instant) -> CalendarDay { CalendarDay(instant, in: timeZone) }

    private func weekday(_ instant: Instant) -> String { format(instant, "\(weekday: .wide)") }

    private static let dayAlone: Date.FormatString = "\(day: .defaultDigits)"
    private static let dayAndMonth: Date.FormatString = "\(day: .defaultDigits) \(month: .abbreviated)"
    private static let wholeDay: Date.FormatString =
        "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"

    private func format(_ instant: Instant, _ format: Date.FormatString) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
            Date.VerbatimFormatStyle(
                format: format, locale: Locale(identifier: "en_US"), timeZone: timeZone,
                calendar: Calendar(identifier: .gregorian)))
    }
}
