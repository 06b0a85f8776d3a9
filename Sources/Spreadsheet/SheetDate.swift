import Glibc

/// A date and time as a clock on the wall shows them; spreadsheets know no zones.
public struct SheetDate: Hashable, Sendable, CustomStringConvertible {
    /// Seconds since 1970 as if the clock on the wall showed UTC.
    let seconds: Int64
    /// Whether the time of day is told, too.
    let precision: Precision

    public enum Precision: Sendable {
        case day
        case second
        /// A time of day, of no date.
        case time
    }

    /// - Parameters:
    ///   - secondsSince1970: a moment.
    ///   - offset: seconds that the clock on the wall was ahead of UTC at that moment.
    public init(secondsSince1970: Int64, offset: Int, precision: Precision = .second) {
        let wall = secondsSince1970 + Int64(offset)
        let timeOfDay = (wall % 86400 + 86400) % 86400
        seconds =
            switch precision {
            case .day: wall - timeOfDay
            case .second: wall
            case .time: timeOfDay
            }
        self.precision = precision
    }

    /// `2026-12-24`, `2026-12-24T18:00`, `18:00`; with seconds where there are some.
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

/// From where a workbook's dates count.
enum DateEpoch {
    /// Day 1 is the first of 1900. Day 60 is the 29th of February of that year, which never was.
    case y1900
    /// Day 0 is the first of 1904.
    case y1904

    private static let day = 86400.0

    /// The date that a number of days stands for, rounded to seconds; nil when there is none, or none before the year
    /// 10000. Less than a day is a time of day.
    func date(days: Double) -> SheetDate? {
        guard days >= 0, days < (self == .y1900 ? 2_958_466 : 2_957_004) else { return nil }
        let seconds = Int64((days * DateEpoch.day).rounded())
        let (whole, rest) = seconds.quotientAndRemainder(dividingBy: 86400)
        guard whole > 0 else { return SheetDate(secondsSince1970: rest, offset: 0, precision: .time) }
        let start: Int64
        switch self {
        case .y1904: start = -24107
        case .y1900:
            guard whole != 60 else { return nil }
            start = whole < 60 ? -25568 : -25569
        }
        let precision: SheetDate.Precision = rest == 0 ? .day : .second
        return SheetDate(secondsSince1970: (start + whole) * 86400 + rest, offset: 0, precision: precision)
    }

    /// The number of days that a workbook of 1900 stores for a date; nil for one that it has no number for.
    func days(of date: SheetDate) -> Double? {
        let days = Double(date.seconds) / DateEpoch.day
        if date.precision == .time { return (0..<1).contains(days) ? days : nil }
        // Before the day that never was, numbers are off by one.
        let number = days + 25569
        return (61..<2_958_466).contains(number) ? number : nil
    }
}
