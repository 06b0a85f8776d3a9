public import Foundation

/// Hours in which messages wait, on the wall clock of a time zone. They may span midnight.
///
/// ```swift
/// let night = QuietHours(from: 22 * 60, until: 7 * 60)
/// print(night.contains(Instant(seconds: 0), in: .gmt))
/// ```
public struct QuietHours: Hashable, Sendable {
    /// The beginning in minutes after midnight, 0 to 1439, inclusive.
    public let from: Int
    /// The end in minutes after midnight, 0 to 1439, exclusive. If it is before the beginning, the hours end on the
    /// next day. If it is equal to the beginning, the hours are empty.
    public let until: Int
    /// Whether the hours apply only on Sundays. Such hours must not span midnight.
    public let isOnlyOnSunday: Bool

    /// - Parameters:
    ///   - from: minutes after midnight; 1440 and more count from the next midnight.
    ///   - until: minutes after midnight; 1440 and more count from the next midnight.
    public init(from: Int, until: Int, isOnlyOnSunday: Bool = false) {
        self.from = QuietHours.minuteOfDay(from)
        self.until = QuietHours.minuteOfDay(until)
        self.isOnlyOnSunday = isOnlyOnSunday
    }

    public func contains(_ instant: Instant, in zone: TimeZone) -> Bool {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))
        return millisecondsLeft(at: instant, offset: Int64(offset)) != nil
    }

    /// The first moment outside of the hours: `instant` itself if it is outside, otherwise the end of the hours. The
    /// hours follow the wall clock when the clock changes. If the clock skips the end of the hours, the hours end at
    /// the change. If the clock is set back at the end of the hours and then shows a time within the hours again, the
    /// hours continue.
    public func end(at instant: Instant, in zone: TimeZone) -> Instant {
        let offsets = ZoneOffsets(
            of: zone, from: instant, to: instant.advanced(bySeconds: QuietHours.horizonSeconds))
        var moment = instant
        for change in offsets.changes {
            guard let left = millisecondsLeft(at: moment, offset: change.before) else { return moment }
            let end = Instant(milliseconds: moment.milliseconds + left)
            if end < change.at { return end }
            moment = change.at
        }
        let left = millisecondsLeft(at: moment, offset: offsets.last) ?? 0
        return Instant(milliseconds: moment.milliseconds + left)
    }

    /// The time until the hours end, in milliseconds, if the clock does not change until then. Nil outside of the
    /// hours.
    private func millisecondsLeft(at instant: Instant, offset: Int64) -> Int64? {
        let dayLength: Int64 = 86_400_000
        let local = instant.milliseconds + offset * 1000
        let time = QuietHours.remainder(local, dayLength)
        // 1970-01-01 was a Thursday, so day 3 was a Sunday.
        if isOnlyOnSunday && QuietHours.remainder((local - time) / dayLength, 7) != 3 { return nil }
        let start = Int64(from) * 60_000
        let end = Int64(until) * 60_000
        if start <= end { return start <= time && time < end ? end - time : nil }
        if time >= start { return dayLength - time + end }
        return time < end ? end - time : nil
    }

    /// The time within which `end` looks for changes of the clock, in seconds. Quiet hours are shorter than a day, and
    /// no clock was ever set back by more than a day.
    private static let horizonSeconds: Int64 = 3 * 86_400

    private static func minuteOfDay(_ minutes: Int) -> Int { (minutes % 1440 + 1440) % 1440 }

    private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
