import Store
public import Ticketing

/// What somebody looks for among the public events; all of it must hold.
public struct EventSearch: Hashable, Sendable {
    /// Whole words of title, venue or city; letter case and accents aside.
    public var text: String
    public var category: EventDetails.Category?
    public var city: String
    /// Events that end after this; nil or the past is now.
    public var from: Instant?
    /// Events that begin before this.
    public var to: Instant?
    /// What a ticket may cost; 0 of any currency is free of charge.
    public var most: Money?

    /// More words of a search are not looked at.
    static let mostWords = 6

    public init(
        text: String = "", category: EventDetails.Category? = nil, city: String = "", from: Instant? = nil,
        to: Instant? = nil, most: Money? = nil
    ) {
        self.text = text
        self.category = category
        self.city = city
        self.from = from
        self.to = to
        self.most = most
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
