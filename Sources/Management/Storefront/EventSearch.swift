import Store
public import Ticketing

/// Search criteria for public events; an event must meet all of them.
public struct EventSearch: Hashable, Sendable {
    /// The words to find in an event's title, venue or city. Only whole words match; case and accents are ignored.
    public var text: String
    public var category: EventDetails.Category?
    public var city: String
    /// The first day of the search, in the event's time zone; nil or a past day means now.
    public var from: CalendarDay?
    /// The last day of the search, in the event's time zone; nil for no last day.
    public var to: CalendarDay?
    /// The maximum price of a ticket; 0 in any currency means free.
    public var maximumPrice: Money?

    /// The maximum number of words of a search; further words are ignored.
    static let maximumWords = 6

    public init(
        text: String = "", category: EventDetails.Category? = nil, city: String = "", from: CalendarDay? = nil,
        to: CalendarDay? = nil, maximumPrice: Money? = nil
    ) {
        self.text = text
        self.category = category
        self.city = city
        self.from = from
        self.to = to
        self.maximumPrice = maximumPrice
    }

    /// The interval of the search in all time zones. It begins when the first day begins in UTC+14, and ends when the
    /// last day ends in UTC−12.
    var span: (from: Instant?, to: Instant?) {
        (from?.midnight.advanced(bySeconds: -14 * 3600), to?.midnight.advanced(bySeconds: (24 + 12) * 3600))
    }

    /// Whether an event takes place on one of the days from `from` to `to`. An event that ends at midnight is not on
    /// the next day.
    func matchesDays(_ event: Event) -> Bool {
        if let from, let end = event.details.end {
            let last = CalendarDay(Instant(milliseconds: end.milliseconds - 1), in: event.zone)
            if last < from { return false }
        }
        if let to, let start = event.details.start, CalendarDay(start, in: event.zone) > to { return false }
        return true
    }

    var terms: Set<EventTerms.Term> {
        var terms = Set(EventTerms.words(of: [text], limit: EventSearch.maximumWords).map(EventTerms.Term.word))
        let folded = city.folded
        if !folded.isEmpty { terms.insert(.city(folded)) }
        if let category { terms.insert(.category(category)) }
        return terms.isEmpty ? [.any] : terms
    }
}

/// An event that a search found.
public struct FoundEvent: Sendable {
    public let event: Event
    /// The price of the cheapest visible ticket type; nil if this type is free or no type is visible.
    public let cheapest: Money?
    /// The price of the most expensive visible ticket type; nil if all are free.
    public let dearest: Money?
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
