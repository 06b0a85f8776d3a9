import Store
public import Ticketing

/// Search criteria for public events; an event must meet all of them (Docs/Discovery.md).
public struct EventSearch: Hashable, Sendable {
    /// The words to find in an event's title, venue or city. Case and accents are ignored. A word also finds longer
    /// words that begin with it. If it finds no word in this way, it finds words with a similar spelling.
    public var text: String
    public var category: EventDetails.Category?
    public var city: String
    /// A city. The search finds events in the city, and events at most `Interests.standardDistance` kilometres from its
    /// middle.
    public var near: String
    /// A period in the event's time zone.
    public var period: EventPeriod?
    /// The first day of the search, in the event's time zone; nil or a past day means now.
    public var from: CalendarDay?
    /// The last day of the search, in the event's time zone; nil for no last day.
    public var to: CalendarDay?
    public var prices: PriceLimits

    /// The limits on the price of a ticket. At least one ticket type must meet both limits.
    public struct PriceLimits: Hashable, Sendable {
        public var least: Money?
        /// The maximum price; 0 in any currency means free.
        public var most: Money?

        public init(least: Money? = nil, most: Money? = nil) {
            self.least = least
            self.most = most
        }
    }

    /// The maximum number of words of a search; further words are ignored.
    static let maximumWords = 6

    public init(
        text: String = "", category: EventDetails.Category? = nil, city: String = "", near: String = "",
        period: EventPeriod? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil,
        prices: PriceLimits = PriceLimits()
    ) {
        self.text = text
        self.category = category
        self.city = city
        self.near = near
        self.period = period
        self.from = from
        self.to = to
        self.prices = prices
    }

    /// The time from the first to the last day of the search, in any time zone. It begins when the first day begins in
    /// UTC+14, and ends when the last day ends in UTC−12.
    private var span: (from: Instant?, to: Instant?) {
        (from?.midnight.advanced(bySeconds: -14 * 3600), to?.midnight.advanced(bySeconds: (24 + 12) * 3600))
    }

    /// The criteria that the store checks. The method `matches` checks the rest.
    ///
    /// - Parameter area: the area of the city `near`; nil if the city is empty or unknown.
    func query(at now: Instant, in area: EventTerms.Area?, _ words: SearchWords) throws -> EventTerms.Query {
        var terms = try EventTerms.words(of: [text], limit: EventSearch.maximumWords).map {
            try words.alternatives(for: $0, at: now).map(EventTerms.Term.word)
        }
        if !city.folded.isEmpty { terms.append([.city(city.folded)]) }
        // If the position of the city is unknown, only events in the city itself are found.
        if !near.folded.isEmpty, area == nil { terms.append([.city(near.folded)]) }
        if let category { terms.append([.category(category)]) }
        let periodEnd = period.map { _ in now.advanced(bySeconds: EventPeriod.furthest) }
        let latest = [span.to, periodEnd].compactMap(\.self).min()
        return EventTerms.Query(
            terms: terms, from: max(span.from ?? now, now), to: latest, least: prices.least, most: prices.most,
            area: area)
    }

    /// Whether an event is in the area, in the period, and on the days of the search.
    func matches(_ event: Event, at now: Instant, in area: EventTerms.Area?) -> Bool {
        guard matchesDays(event), area?.contains(event.details) ?? true else { return false }
        guard let period, let start = event.details.start, let end = event.details.end else { return period == nil }
        return period.span(at: now, in: event.zone).includes(eventFrom: start, to: end, at: now)
    }

    /// Whether an event takes place on one of the days from `from` to `to`. An event that ends at midnight is not on
    /// the next day.
    private func matchesDays(_ event: Event) -> Bool {
        if let from, let end = event.details.end {
            let last = CalendarDay(Instant(milliseconds: end.milliseconds - 1), in: event.zone)
            if last < from { return false }
        }
        if let to, let start = event.details.start, CalendarDay(start, in: event.zone) > to { return false }
        return true
    }
}

extension EventTerms.Area {
    /// Whether an event is in the city, or near enough to its middle.
    fileprivate func contains(_ details: EventDetails) -> Bool {
        if details.city?.folded == city { return true }
        return details.position.map { $0.kilometres(to: center) <= Double(kilometres) } ?? false
    }
}

/// An event that a search found.
public struct FoundEvent: Sendable {
    public let event: Event
    /// Whether the event has a visible ticket type.
    public let hasTypes: Bool
    /// The price of the cheapest visible ticket type; nil if this type is free or no type is visible.
    public let cheapest: Money?
    /// The price of the most expensive visible ticket type; nil if all are free or no type is visible.
    public let dearest: Money?
    public let badges: [EventBadge]
    /// Whether visitors can reserve a ticket of a visible type.
    public let isReservable: Bool
    /// The poster; nil if the event has none.
    public let poster: StoredPicture?
    /// The event's position in the list. The next page begins after this position.
    public let position: Position

    /// A position in the list, for use in a URL.
    public struct Position: Hashable, Sendable, CustomStringConvertible {
        let position: EventTerms.Position

        init(_ position: EventTerms.Position) { self.position = position }

        /// Parses `description`; nil if the text is malformed.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let anchor = Int64(parts[0]), let event = UInt32(parts[1]).flatMap(EventNumber.init)
            else { return nil }
            position = EventTerms.Position(anchor: Instant(milliseconds: anchor), event: event)
        }

        public var description: String { "\(position.anchor.milliseconds).\(position.event)" }
    }
}
