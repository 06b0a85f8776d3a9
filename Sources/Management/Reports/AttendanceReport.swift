public import Ticketing

/// Who came to an event: how many, when, through which gates, and who was refused why.
public struct AttendanceReport: Sendable {
    /// People who came in through one gate within five minutes.
    public struct Arrivals: Hashable, Sendable {
        public let from: Instant
        public let gate: String
        /// Nil at an event without functions.
        public let function: EventFunction?
        public let people: Int
    }

    /// What gates have done, in sum.
    public let totals: Attendance
    /// By time, then gate; five minutes in which nobody came have none.
    public let arrivals: [Arrivals]
    /// People who came in again after they had gone out: the sum over all functions where there are any.
    public let reentries: Int
    /// The same by number of the function; empty at an event without functions.
    public let reentriesByFunction: [Int: Int]
    /// When people may be expected: the days of the event; nil where it has none.
    public let days: Range<Instant>?
    /// How many points the line of arrivals has at most.
    private static let mostPoints = 5000

    /// People expected who never came; nil at an event with functions, each of which has its own.
    public var noShows: Int? { totals.admitted.map { max(0, totals.expected - $0) } }

    /// People who came in through one gate to one function.
    public struct GateSum: Hashable, Sendable {
        public let gate: String
        /// Nil at an event without functions.
        public let function: EventFunction?
        public let people: Int
    }

    /// By gate, then function.
    public var byGate: [GateSum] {
        struct Key: Hashable {
            let gate: String
            let function: EventFunction?
        }
        return Dictionary(grouping: arrivals) { Key(gate: $0.gate, function: $0.function) }
            .map { key, arrivals in
                GateSum(gate: key.gate, function: key.function, people: arrivals.reduce(0) { $0 + $1.people })
            }
            .sorted { ($0.gate, $0.function?.number ?? 0) < ($1.gate, $1.function?.number ?? 0) }
    }

    /// People at all gates in every five minutes, within the event's days those without any, too, but for gaps of more than
    /// a day: a clock that was wrong makes no line of years. Behind the 5,000th point all are one.
    public var timeline: [(from: Instant, people: Int)] {
        let people = Dictionary(grouping: arrivals, by: \.from).mapValues { $0.reduce(0) { $0 + $1.people } }
        var line: [(from: Instant, people: Int)] = []
        for (from, count) in people.sorted(by: { $0.key < $1.key }) {
            if let last = line.last, line.count >= AttendanceReport.mostPoints {
                line[line.count - 1].people = last.people + count
                continue
            }
            if let last = line.last?.from, from.seconds - last.seconds <= 86_400, isExpected(last), isExpected(from),
                Int64(line.count) + (from.seconds - last.seconds) / 300 < AttendanceReport.mostPoints
            {
                for seconds in stride(from: last.seconds + 300, to: from.seconds, by: 300) {
                    line.append((Instant(seconds: seconds), 0))
                }
            }
            line.append((from, count))
        }
        return line
    }

    private func isExpected(_ moment: Instant) -> Bool { days?.contains(moment) ?? true }
}
