import Glibc

/// A local date and time, without a time zone.
public struct WorksheetDate: Hashable, Sendable, CustomStringConvertible {
    /// The seconds from 1970-01-01T00:00 to this date and time, calculated as if both were in UTC.
    let seconds: Int64
    /// Whether the value is a date, a date with a time, or a time of day.
    let precision: Precision

    public enum Precision: Sendable {
        case day
        case second
        /// A time of day without a date.
        case time
    }

    /// Creates the local date and time that corresponds to a time in UTC.
    ///
    /// - Parameters:
    ///   - secondsSince1970: The time to convert to a local date and time, in seconds since 1970-01-01T00:00 UTC.
    ///   - offset: The offset of the local time from UTC at that time, in seconds.
    public init(secondsSince1970: Int64, offset: Int, precision: Precision = .second) {
        let local = secondsSince1970 + Int64(offset)
        let timeOfDay = (local % 86400 + 86400) % 86400
        seconds =
            switch precision {
            case .day: local - timeOfDay
            case .second: local
            case .time: timeOfDay
            }
        self.precision = precision
    }

    /// The date as `2026-12-24`, `2026-12-24T18:00` or `18:00`, with seconds if they are not 0.
    public var description: String {
        let (date, time) = texts
        return switch precision {
        case .day: date
        case .second: "\(date)T\(time)"
        case .time: time
        }
    }

    private var texts: (date: String, time: String) {
        var moment = time_t(seconds)
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&moment, &parts)
        let year = unsafe String(Int(parts.tm_year) + 1900)
        let date = unsafe "-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min))"
        let second = unsafe parts.tm_sec == 0 ? "" : ":\(two(parts.tm_sec))"
        return (String(repeating: "0", count: max(0, 4 - year.count)) + year + date, time + second)
    }

    private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The day from which a workbook counts days. A workbook stores a date as the number of days since that day (a date
/// number).
enum DateEpoch {
    /// Day 1 is 1 January 1900. Spreadsheet programs count day 60 as 29 February 1900, although that day never existed.
    case y1900
    /// Day 0 is 1 January 1904.
    case y1904

    private static let day = 86400.0

    /// Converts a date number to a date, rounded to seconds. A number below 1 becomes a time of day. Returns nil if the
    /// number is not a valid date before the year 10000.
    func date(days: Double) -> WorksheetDate? {
        guard days >= 0, days < (self == .y1900 ? 2_958_466 : 2_957_004) else { return nil }
        let seconds = Int64((days * DateEpoch.day).rounded())
        let (dayNumber, rest) = seconds.quotientAndRemainder(dividingBy: 86400)
        guard dayNumber > 0 else { return WorksheetDate(secondsSince1970: rest, offset: 0, precision: .time) }
        let start: Int64
        switch self {
        case .y1904: start = -24107
        case .y1900:
            guard dayNumber != 60 else { return nil }
            start = dayNumber < 60 ? -25568 : -25569
        }
        let precision: WorksheetDate.Precision = rest == 0 ? .day : .second
        return WorksheetDate(secondsSince1970: (start + dayNumber) * 86400 + rest, offset: 0, precision: precision)
    }

    /// The date number of a date in a workbook that counts from 1900; nil for a date before 1 March 1900 or after the
    /// year 9999.
    func days(of date: WorksheetDate) -> Double? {
        let days = Double(date.seconds) / DateEpoch.day
        if date.precision == .time { return (0..<1).contains(days) ? days : nil }
        // For dates before 1 March 1900 (number 61), this formula would give numbers that are too high by one, because
        // spreadsheet programs count a 29 February 1900 that never existed.
        let number = days + 25569
        return (61..<2_958_466).contains(number) ? number : nil
    }
}
