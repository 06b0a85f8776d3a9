public import Ticketing

/// A result of a search in all events of a user (`SearchService.everywhere`).
public struct SearchHit: Sendable {
    public enum Subject: Sendable {
        /// The hit is an event itself.
        case event
        case order(Order)
        case ticket(Ticket)
        case guest(number: Int, name: String)
    }

    /// The event that was found, or the event of the order, ticket or guest.
    public let event: Event
    public let subject: Subject
}

extension Event {
    /// Events sorted by the time between each event and `now`. Ongoing events come first. The other events are sorted
    /// by the time until their start or since their end. Events without a start come last.
    public static func closest(_ events: [Event], to now: Instant) -> [Event] {
        events.map { (distance: $0.distance(to: now), event: $0) }
            .sorted { ($0.distance, $0.event.number) < ($1.distance, $1.event.number) }
            .map(\.event)
    }

    /// The time between the event and `now`, in milliseconds; 0 during the event.
    private func distance(to now: Instant) -> Int64 {
        guard let start = details.start else { return .max }
        if now < start { return start.milliseconds - now.milliseconds }
        let end = details.end ?? start
        return now < end ? 0 : now.milliseconds - end.milliseconds
    }
}
