public import Foundation

/// A day of an event, for tickets that admit once a day. A day ends at 04:00 in the event's time zone, so an evening
/// that lasts past midnight is part of one day.
public struct EventDay: Hashable, Comparable, Sendable {
    /// The local hour at which the next day begins.
    public static let firstHour = 4

    /// The number of days since 1970-01-01, at least 1.
    public let number: Int

    public init(_ instant: Instant, in timeZone: TimeZone) {
        let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))
        let sinceFirstHour = instant.seconds + Int64(offset) - Int64(EventDay.firstHour) * 3600
        number = max(1, Int(sinceFirstHour / 86_400))
    }

    /// The number of the day's first slot.
    public var firstSlot: Int { number * AdmissionSlot.dayStride }

    public static func < (a: EventDay, b: EventDay) -> Bool { a.number < b.number }
}
