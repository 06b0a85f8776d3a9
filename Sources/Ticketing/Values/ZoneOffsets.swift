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
        var second = start.seconds
        var current = offset(second)
        while second < end.seconds {
            // No zone changes twice in a day.
            let next = min(second + 86_400, end.seconds)
            let following = offset(next)
            if following != current {
                var (before, after) = (second, next)
                while after - before > 1 {
                    let middle = (before + after) / 2
                    if offset(middle) == current { before = middle } else { after = middle }
                }
                changes.append(Change(at: Instant(seconds: after), before: current))
                current = following
            }
            second = next
        }
        self.changes = changes
        last = current
    }
}
