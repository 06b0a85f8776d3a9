import Languages

/// A moment, in milliseconds since 1970-01-01T00:00:00Z. Leap seconds are not counted (Unix time).
public struct Instant: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public init(seconds: Int64) { self.milliseconds = seconds &* 1000 }

    /// The seconds since 1970, rounded down.
    public var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    public func advanced(bySeconds seconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds &+ seconds &* 1000)
    }
}

extension Instant {
    /// The allowed range of the times of events, sub-events and ticket types. The range limits the number of days in an
    /// event's calendar.
    public static let eventRange = Instant(milliseconds: 0)...Instant(milliseconds: 7_258_118_399_999)
    static let eventRangeDescription = Sentence.field(.timeInRange)

    /// Whether a time is in the range for events. True for nil.
    static func isInEventRange(_ moment: Instant?) -> Bool { moment.map(eventRange.contains) ?? true }
}

/// The time in which a ticket is valid: `from ≤ t < until`. If `from` or `until` is nil, the window has no limit on
/// that side.
public struct ValidityWindow: Hashable, Sendable {
    public var from: Instant?
    public var until: Instant?

    public init(from: Instant? = nil, until: Instant? = nil) {
        self.from = from
        self.until = until
    }

    public static let always = ValidityWindow()
}
