/// A public event for which a person has a ticket or a paid order. From these events, the server determines which other
/// events it suggests to the person (Docs/Discovery.md, “Suggestions by message”).
public struct BookedEvent: Hashable, Sendable {
    public let number: EventNumber
    public let category: EventDetails.Category
    /// The organizer’s slug.
    public let organizer: String
    public let city: String?
    public let start: Instant
    /// The IANA time zone.
    public let timeZone: String

    public init(
        number: EventNumber, category: EventDetails.Category, organizer: String, city: String?, start: Instant,
        timeZone: String
    ) {
        self.number = number
        self.category = category
        self.organizer = organizer
        self.city = city
        self.start = start
        self.timeZone = timeZone
    }
}

extension [BookedEvent] {
    /// The city of the event that begins last, among the events with a city; nil if no event has a city.
    public var lastCity: String? { latestFirst.lazy.compactMap(\.city).first }

    /// The time zone of the event that begins last; nil if there are no events.
    public var lastTimeZone: String? { latestFirst.first?.timeZone }

    private var latestFirst: [BookedEvent] {
        sorted { ($1.start, $1.number.rawValue) < ($0.start, $0.number.rawValue) }
    }

    /// The interests that the server derives from these events. The organizers of the events count as followed, and
    /// each event counts as a purchase in its category.
    var interests: Interests {
        Interests(
            city: lastCity?.folded ?? "", followed: Set(map(\.organizer)),
            interactions: [.purchase: Dictionary(map { ($0.category, 1) }, uniquingKeysWith: +)])
    }
}
