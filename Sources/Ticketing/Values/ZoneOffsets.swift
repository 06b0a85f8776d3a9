public import Foundation

/// How far a zone is ahead of UTC in the course of a span, in seconds.
public struct ZoneOffsets: Hashable, Sendable {
    /// When it changes, in order, and what it is before that.
    public let changes: [Change]
    /// What it is after the last change.
    public let last: Int64

    public struct Change: Hashable, Sendable {
        public let at: Instant
        public let before: Int64
    }

    /// The zone from one moment to another; outside of them, it stays as it is at the nearer one.
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
            // Some transitions change the zone's name alone.
            if following != current { changes.append(Change(at: Instant(seconds: second), before: current)) }
            current = following
            date = next
        }
        self.changes = changes
        last = current
    }
}
