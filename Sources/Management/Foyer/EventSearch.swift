import Store
public import Ticketing

/// What somebody looks for among the public events; all of it must hold.
public struct EventSearch: Hashable, Sendable {
    /// Whole words of title, venue or city; letter case and accents aside.
    public var text: String
    public var category: EventDetails.Category?
    public var city: String
    /// The first day, where an event is; nil or the past is now.
    public var from: CalendarDay?
    /// The last day.
    public var to: CalendarDay?
    /// What a ticket may cost; 0 of any currency is free of charge.
    public var most: Money?

    /// More words of a search are not looked at.
    static let mostWords = 6

    public init(
        text: String = "", category: EventDetails.Category? = nil, city: String = "", from: CalendarDay? = nil,
        to: CalendarDay? = nil, most: Money? = nil
    ) {
        self.text = text
        self.category = category
        self.city = city
        self.from = from
        self.to = to
        self.most = most
    }

    /// From where its first day begins first to where its last one ends last: clocks are from 12 hours behind UTC to 14
    /// hours ahead.
    var span: (from: Instant?, to: Instant?) {
        (from?.midnight.advanced(bySeconds: -14 * 3600), to?.midnight.advanced(bySeconds: (24 + 12) * 3600))
    }

    /// Whether an event is on one of its days. What ends at midnight is not on the day that begins then.
    func isOnItsDays(_ event: Event) -> Bool {
        if let from, let end = event.details.end {
            let last = CalendarDay(Instant(milliseconds: end.milliseconds - 1), in: event.zone)
            if last < from { return false }
        }
        if let to, let start = event.details.start, CalendarDay(start, in: event.zone) > to { return false }
        return true
    }

    var terms: Set<EventTerms.Term> {
        var terms = Set(EventTerms.words(of: [text], limit: EventSearch.mostWords).map(EventTerms.Term.word))
        let folded = city.folded
        if !folded.isEmpty { terms.insert(.city(folded)) }
        if let category { terms.insert(.category(category)) }
        return terms.isEmpty ? [.any] : terms
    }
}

/// An event that a search found.
public struct FoundEvent: Sendable {
    public let event: Event
    /// Of the cheapest ticket that is shown; nil when there is none, or it costs nothing.
    public let cheapest: Money?
    /// Of the dearest ticket that is shown; nil where all of them cost nothing.
    public let dearest: Money?
    /// Where the next page begins.
    public let position: Position

    /// A place in the list, as an address can say it.
    public struct Position: Hashable, Sendable, CustomStringConvertible {
        let position: EventTerms.Position

        init(_ position: EventTerms.Position) { self.position = position }

        /// Reads `description`; nil for anything else.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let anchor = Int64(parts[0]), let event = UInt32(parts[1]).flatMap(EventNumber.init)
            else { return nil }
            position = EventTerms.Position(anchor: Instant(milliseconds: anchor), event: event)
        }

        public var description: String { "\(position.anchor.milliseconds).\(position.event)" }
    }
}
