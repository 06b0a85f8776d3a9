/// The reason why one person can hardly attend both of two events. The raw values are used in the API.
public enum TicketConflict: String, Hashable, Sendable, CaseIterable {
    /// Both events begin and end at the same times. An event without an end lasts for `assumedSeconds`.
    case sameTime = "same-time"
    /// One event begins before the other has ended.
    case overlap
    /// One event begins at most `closeSeconds` after the other has ended.
    case close
    /// One event begins after the other has ended, but the time between the events is too short for the way from one
    /// place to the other.
    case far

    /// The longest time between two events that are close to each other, in seconds.
    public static let closeSeconds: Int64 = 30 * 60
    /// The assumed speed between two places, along a straight line, in kilometres per hour.
    private static let travelSpeed = 40.0
    /// The longest assumed duration of the way between two places, in seconds. Two events with more time in between
    /// have no conflict, even if their places are further apart.
    public static let longestTravelSeconds: Int64 = 6 * 3600
    /// The assumed duration of an event that has a start, but no end, in seconds.
    public static let assumedSeconds: Int64 = 3 * 3600

    /// The time during which an event takes place; nil if its start is not known.
    public static func period(of event: EventDetails) -> (start: Instant, end: Instant)? {
        event.start.map { ($0, event.end ?? $0.advanced(bySeconds: assumedSeconds)) }
    }

    /// The conflict of two events; nil if they have no conflict, or if the start of an event is not known.
    public init?(_ one: EventDetails, _ other: EventDetails) {
        guard let own = TicketConflict.period(of: one), let others = TicketConflict.period(of: other) else {
            return nil
        }
        self.init(own, others, travel: TicketConflict.travelSeconds(from: one.position, to: other.position))
    }

    /// The assumed duration of the way between two places, in seconds; 0 if a place is not known.
    static func travelSeconds(from place: Coordinates?, to other: Coordinates?) -> Int64 {
        guard let place, let other else { return 0 }
        let hours = place.kilometres(to: other) / travelSpeed
        return min(longestTravelSeconds, Int64((hours * 3600).rounded()))
    }

    /// The conflict of two periods; nil if they have no conflict.
    ///
    /// - Parameter travel: the duration of the way between the places, in seconds.
    init?(
        _ own: (start: Instant, end: Instant), _ others: (start: Instant, end: Instant), travel: Int64
    ) {
        let (first, last) = (max(own.start, others.start), min(own.end, others.end))
        if own == others {
            self = .sameTime
        } else if first < last {
            self = .overlap
        } else if first <= last.advanced(bySeconds: TicketConflict.closeSeconds) {
            self = .close
        } else if first < last.advanced(bySeconds: travel) {
            self = .far
        } else {
            return nil
        }
    }
}
