public import Ticketing

/// Who came to an event: how many, when, through which gates, and who was refused why.
public struct AttendanceReport: Sendable {
    /// People who came in through one gate within five minutes.
    public struct Arrivals: Hashable, Sendable {
        public let from: Instant
        public let gate: String
        public let people: Int
    }

    /// What gates have done, in sum.
    public let totals: Attendance
    /// By time, then gate; five minutes in which nobody came have none.
    public let arrivals: [Arrivals]
    /// People who came in again after they had gone out.
    public let reentries: Int

    /// People expected who never came.
    public var noShows: Int { max(0, totals.expected - totals.admitted) }

    public var byGate: [(gate: String, people: Int)] {
        Dictionary(grouping: arrivals, by: \.gate).map { ($0.key, $0.value.reduce(0) { $0 + $1.people }) }
            .sorted { $0.gate < $1.gate }
    }

    /// People at all gates in every five minutes from the first arrival to the last, those without any too.
    public var timeline: [(from: Instant, people: Int)] {
        guard let first = arrivals.first?.from, let last = arrivals.last?.from else { return [] }
        let people = Dictionary(grouping: arrivals, by: \.from).mapValues { $0.reduce(0) { $0 + $1.people } }
        return stride(from: first.seconds, through: last.seconds, by: 300).map { seconds in
            let from = Instant(seconds: seconds)
            return (from, people[from] ?? 0)
        }
    }
}
