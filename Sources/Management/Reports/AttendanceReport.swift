public import Ticketing

/// Attendance at an event: how many people came, at which times and gates, and how many were refused for each reason.
public struct AttendanceReport: Sendable {
    /// The people who came in through one gate within an interval of five minutes.
    public struct Arrivals: Hashable, Sendable {
        public let from: Instant
        public let gate: String
        /// The sub-event; nil at an event without sub-events.
        public let subEvent: SubEvent?
        public let people: Int
    }

    /// Totals over all gates.
    public let totals: Attendance
    /// The arrivals, ordered by time, then gate. Intervals without arrivals are omitted.
    public let arrivals: [Arrivals]
    /// The number of re-entries. At an event with sub-events, it is the sum over all sub-events.
    public let reentries: Int
    /// The number of re-entries at each sub-event. The keys are the numbers of the sub-events. Empty at an event
    /// without sub-events.
    public let reentriesBySubEvent: [Int: Int]
    /// The number of expected people who never came. Nil at an event with sub-events.
    public let noShows: Int?
    /// The days on which arrivals are expected; nil if the event has no start.
    public let days: Range<Instant>?
    private static let mostPoints = 5000

    /// The number of people who came through one gate. At an event with sub-events, only the people who came to the
    /// sub-event `subEvent` are counted.
    public struct GateSum: Hashable, Sendable {
        public let gate: String
        /// The sub-event; nil at an event without sub-events.
        public let subEvent: SubEvent?
        public let people: Int
    }

    /// The total arrivals for each gate and sub-event, ordered by gate, then sub-event.
    public var byGate: [GateSum] {
        struct Key: Hashable {
            let gate: String
            let subEvent: SubEvent?
        }
        return Dictionary(grouping: arrivals) { Key(gate: $0.gate, subEvent: $0.subEvent) }
            .map { key, arrivals in
                GateSum(gate: key.gate, subEvent: key.subEvent, people: arrivals.reduce(0) { $0 + $1.people })
            }
            .sorted { ($0.gate, $0.subEvent?.number ?? 0) < ($1.gate, $1.subEvent?.number ?? 0) }
    }

    /// Arrivals at all gates in intervals of five minutes. Intervals without arrivals are included only on the days
    /// when arrivals are expected, and only in gaps of at most a day. Without these limits, a wrong clock could add
    /// years of empty intervals. The timeline has at most 5,000 points, and the last point contains all later arrivals.
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
