public import Foundation

/// The hours during which tickets of a type are valid on each day, in the event's time zone. The hours may extend past
/// midnight.
///
/// ```swift
/// let night = DailyHours(rawValue: "22:00-04:00")
/// print(night?.opens.description ?? "no hours")
/// ```
public struct DailyHours: Hashable, Sendable {
    /// The beginning of the hours, inclusive.
    public let opens: WallTime
    /// The end of the hours, exclusive.
    public let closes: WallTime

    /// Makes hours from their beginning and end. Nil if both times are equal.
    public init?(opens: WallTime, closes: WallTime) {
        guard opens != closes else { return nil }
        self.opens = opens
        self.closes = closes
    }

    public func contains(_ time: WallTime) -> Bool {
        opens < closes ? opens <= time && time < closes : opens <= time || time < closes
    }
}

/// The written form: `10:00-18:00`.
extension DailyHours: RawRepresentable {
    public init?(rawValue: String) {
        let times = rawValue.split(separator: "-", omittingEmptySubsequences: false).map { WallTime($0) }
        guard times.count == 2, let opens = times[0], let closes = times[1] else { return nil }
        self.init(opens: opens, closes: closes)
    }

    public var rawValue: String { "\(opens)-\(closes)" }
}

/// A local time of day, to the minute.
public struct WallTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int

    /// Parses a text such as `18:00`. Nil for a text in any other form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    public init(_ instant: Instant, in timeZone: TimeZone) {
        let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))
        let ofDay = (instant.seconds % 86_400 + Int64(offset)) % 86_400
        minutes = Int((ofDay + 86_400) % 86_400) / 60
    }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.minutes < b.minutes }

    public var description: String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
