public import Foundation

/// The offsets of a time zone from UTC, in seconds, during an interval.
public struct ZoneOffsets: Hashable, Sendable {
    /// The changes of the offset, in order of time. Each change has the offset that applies before that change.
    public let changes: [Change]
    /// The offset after the last change.
    public let last: Int64

    public struct Change: Hashable, Sendable {
        public let at: Instant
        public let before: Int64
    }

    /// Finds the offsets from `start` to `end`. Before `start`, the offset at `start` is used; after `end`, the offset
    /// at `end`.
    public init(of timeZone: TimeZone, from start: Instant, to end: Instant) {
        func offset(_ seconds: Int64) -> Int64 {
            Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
        }
        var changes: [Change] = []
        var current = offset(start.seconds)
        var date = Date(timeIntervalSince1970: Double(start.seconds))
        while let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date {
            let second = Int64(next.timeIntervalSince1970.rounded())
            guard second <= end.seconds else { break }
            let following = offset(second)
            // Some transitions change only the name of the zone, not its offset.
            if following != current { changes.append(Change(at: Instant(seconds: second), before: current)) }
            current = following
            date = next
        }
        self.changes = changes
        last = current
    }
}
