/// The reason why one person can hardly attend both of two events. The raw values are the names in the API.
public enum TicketConflict: String, Hashable, Sendable, CaseIterable {
    /// Both events begin and end at the same times.
    case sameTime = "same-time"
    /// One event begins before the other has ended.
    case overlap
    /// One event begins at most `closeSeconds` after the other has ended.
    case close

    /// The longest time between two events that are close to each other, in seconds.
    public static let closeSeconds: Int64 = 30 * 60

    /// The conflict of two events; nil if they have no conflict, or if a time of an event is not known.
    public init?(_ one: EventDetails, _ other: EventDetails) {
        guard let start = one.start, let end = one.end, let otherStart = other.start, let otherEnd = other.end else {
            return nil
        }
        let (first, last) = (max(start, otherStart), min(end, otherEnd))
        if (start, end) == (otherStart, otherEnd) {
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
