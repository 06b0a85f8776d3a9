import ArgumentParser
import Foundation
import Languages
import Ticketing

/// A time argument, such as `2026-12-24T18:00`. Seconds and an offset are optional. A date alone means 00:00, or 23:59
/// if the time is the end of a period. `@` followed by a number means a Unix time in seconds.
struct Moment: ArgumentValue {
    static var allowed: String { Text.allowed.text }

    /// The time of day that a date without a time means.
    enum TimeOfDate {
        /// 00:00
        case startOfDay
        /// 23:59
        case endOfDay
    }

    private let text: String

    init(argument: String) { text = argument }

    /// The instant that the text describes.
    ///
    /// - Parameters:
    ///   - timeZone: the time zone for times without an offset.
    ///   - time: the time of day if the text is a date alone.
    /// - Throws: `CommandFailure` if the text is not a time.
    func instant(in timeZone: TimeZone, ofDate time: TimeOfDate = .startOfDay) throws(CommandFailure) -> Instant {
        if text.hasPrefix("@"), let seconds = Int64(text.dropFirst()), seconds.magnitude < 1 << 43 {
            return Instant(seconds: seconds)
        }
        let form =
            /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)?(Z|[+-][0-9]{2}:?[0-9]{2})?/
        guard let match = text.wholeMatch(of: form) else { throw notATime }
        var calendar = Calendar(identifier: .gregorian)
        if let text = match.7 { calendar.timeZone = try offset(text) } else { calendar.timeZone = timeZone }
        var components = DateComponents()
        components.year = Int(match.1)
        components.month = Int(match.2)
        components.day = Int(match.3)
        components.hour = match.4.flatMap { Int($0) } ?? (time == .endOfDay ? 23 : 0)
        components.minute = match.5.flatMap { Int($0) } ?? (time == .endOfDay ? 59 : 0)
        components.second = match.6.flatMap { Int($0) } ?? 0
        components.calendar = calendar
        components.timeZone = calendar.timeZone
        guard components.isValidDate, let date = calendar.date(from: components) else {
            components.timeZone = .gmt
            components.calendar?.timeZone = .gmt
            throw components.isValidDate ? skipped(in: calendar.timeZone) : impossible(components)
        }
        return Instant(seconds: Int64(date.timeIntervalSince1970.rounded()))
    }

    private func offset(_ text: Substring) throws(CommandFailure) -> TimeZone {
        if text == "Z" { return .gmt }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 24, minutes < 60,
            let zone = TimeZone(secondsFromGMT: (text.hasPrefix("-") ? -1 : 1) * (hours * 3600 + minutes * 60))
        else { throw notATime }
        return zone
    }

    /// The error for a time that the time zone skips because the clocks go forward.
    private func skipped(in timeZone: TimeZone) -> CommandFailure {
        CommandFailure(
            .usage, Text.skippedTime, ["time": .text(text), "zone": .text(timeZone.identifier)],
            hint: Sentence(Text.skippedTimeHint))
    }

    /// The error for a text of the right form whose day or time of day does not exist, such as February 30 or 25:00.
    private func impossible(_ time: DateComponents) -> CommandFailure {
        var day = DateComponents()
        (day.year, day.month, day.day) = (time.year, time.month, time.day)
        (day.calendar, day.timeZone) = (time.calendar, time.timeZone)
        return CommandFailure(.usage, day.isValidDate ? Text.noSuchTime : .noSuchDay, ["time": .text(text)])
    }

    private var notATime: CommandFailure {
        CommandFailure(.usage, Text.notATime, ["time": .text(text)], hint: Sentence(Text.notATimeHint))
    }

    enum Text: String, SentenceKey {
        static let subject = "moment"

        case allowed = "a time such as 2026-12-24T18:00"
        case skippedTime = "“{time}” does not exist in {zone}: the clocks go forward at that hour"
        case skippedTimeHint = "write an earlier or a later time, or add an offset to the time"
        case notATime = "“{time}” is not a time"
        case noSuchDay = "“{time}” is not a time: there is no such day"
        case noSuchTime = "“{time}” is not a time: there is no such time of day"
        case notATimeHint = "write a time such as 2026-12-24T18:00, 2026-12-24T18:00+03:00 or @1798128000"
    }
}
