/// The reason why one person can hardly attend both of two events. The raw values are the names in the API.
public enum TicketConflict: String, Hashable, Sendable, CaseIterable {
    /// Both events begin and end at the same times. An event without an end lasts for `assumedSeconds`.
    case sameTime = "same-time"
    /// One event begins before the other has ended.
    case overlap
    /// One event begins at most `closeSeconds` after the other has ended.
    case close

    /// The longest time between two events that are close to each other, in seconds.
    public static let closeSeconds: Int64 = 30 * 60
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
        self.init(own, others)
    }

    /// The conflict of two periods; nil if they have no conflict.
    public init?(_ own: (start: Instant, end: Instant), _ others: (start: Instant, end: Instant)) {
        let (first, last) = (max(own.start, others.start), min(own.end, others.end))
        if own == others {
            self = .sameTime
        } else if first < last {
            self = .overlap
        } else if first <= last.advanced(bySeconds: TicketConflict.closeSeconds) {
            self = .close
        } else {
            return nil
        }
    }
}
