public import Ticketing

extension StoreConnection {
    public var eventTerms: EventTerms { EventTerms(connection: self) }
}

/// The search terms of published public events. An event has a row for every word of its title, venue and city. It also
/// has a row for its city, a row for its category, and a row for the term `any`, which finds all events. Each row has a
/// time (`anchor`): the start of the event. If an event lasts longer than 31 days, it has further rows for the same
/// terms, with times 31 days apart. `Events` updates the rows whenever an event changes.
public struct EventTerms {
    let connection: any StoreConnection

    /// A search term of an event.
    public enum Term: Hashable, Sendable {
        case any
        case word(String)
        case city(String)
        case category(EventDetails.Category)

        var text: String {
            switch self {
            case .any: ""
            case .word(let word): "word \(word)"
            case .city(let city): "city \(city)"
            case .category(let category): "category \(category.rawValue)"
            }
        }

        /// The word of a term of the kind `word`; nil for the terms of other kinds.
        static func word(ofTerm text: String) -> String? {
            text.hasPrefix("word ") ? String(text.dropFirst("word ".count)) : nil
        }

        /// An estimate of how selective a term is: the fewer events have the term, the larger the value. A search
        /// begins with the most selective term.
        fileprivate var selectivity: Int {
            switch self {
            case .any: 0
            case .category: 1
            case .city: 2
            case .word(let word): 3 + word.utf8.count
            }
        }
    }

    /// The distinct words of texts, without case and accents, so that they can be compared; at most `limit`.
    public static func words(of texts: [String?], limit: Int) -> [String] {
        var seen: Set<String> = []
        var words: [String] = []
        for word in texts.lazy.compactMap(\.self).flatMap({
            $0.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }) where words.count < limit && seen.insert(word).inserted {
            words.append(word)
        }
        return words
    }

    /// The position of the last event on a page.
    public struct Position: Hashable, Comparable, Sendable {
        public let anchor: Instant
        public let event: EventNumber

        public init(anchor: Instant, event: EventNumber) {
            self.anchor = anchor
            self.event = event
        }

        public static func < (a: Position, b: Position) -> Bool {
            (a.anchor, a.event.rawValue) < (b.anchor, b.event.rawValue)
        }
    }

    /// The conditions of a search. An event must meet all of them.
    public struct Query: Sendable {
        /// An event must have at least one term of each of these lists.
        public var terms: [[Term]]
        /// An event must be in progress at this time, or begin after it.
        public var from: Instant
        /// An event must begin before this time; nil for any time.
        public var to: Instant?
        /// A visible ticket type must cost at least this; nil for any price.
        public var least: Money?
        /// A visible ticket type must cost at most this; nil for any price.
        public var most: Money?
        public var area: Area?

        public init(
            terms: [[Term]] = [], from: Instant, to: Instant? = nil, least: Money? = nil, most: Money? = nil,
            area: Area? = nil
        ) {
            self.terms = terms
            self.from = from
            self.to = to
            self.least = least
            self.most = most
            self.area = area
        }
    }

    /// A city and its surroundings.
    public struct Area: Hashable, Sendable {
        /// The name of the city, without case and accents. Its events are found even if they have no coordinates.
        public let city: String
        public let center: Coordinates
        /// The radius of the area, in kilometres.
        public let kilometres: Int

        public init(city: String, center: Coordinates, kilometres: Int) {
            self.city = city
            self.center = center
            self.kilometres = kilometres
        }
    }

    /// The events that a query finds. Events in progress come first, then the other events by start. If the query has
    /// an area, events in the whole rectangle around the area's circle are found.
    ///
    /// - Parameter last: the position of the last event on the previous page; nil for the first page.
    public func page(
        _ query: Query, after last: Position?, limit: Int
    ) throws -> [(event: Event, position: Position)] {
        func rank(_ terms: [Term]) -> (Int, String) {
            terms.map { ($0.selectivity, $0.text) }.min { $0 < $1 } ?? (0, "")
        }
        let sorted = query.terms.filter { !$0.isEmpty }.sorted { rank($0) > rank($1) }
        let driving = sorted.first ?? [.any]
        let others = Array(sorted.dropFirst())
        // An event must have at least one of the terms in `driving`. One page of events is read for each of these
        // terms. An event that has several of them is on several pages, so duplicates are removed below.
        let pages = try Set(driving).sorted { $0.text < $1.text }.map {
            try page(having: $0, others, query, after: last, limit: limit)
        }
        guard pages.count > 1 else { return pages.first ?? [] }
        var seen: Set<EventNumber> = []
        let merged = pages.joined().sorted { $0.position < $1.position }
        return Array(merged.filter { seen.insert($0.event.number).inserted }.prefix(limit))
    }

    private func page(
        having term: Term, _ others: [[Term]], _ query: Query, after last: Position?, limit: Int
    ) throws -> [(event: Event, position: Position)] {
        // For each of its terms, an event in progress has exactly one row whose time (`anchor`) is in the 31 days
        // before `from`. The statement finds the event only by this row, so it finds the event only once.
        var values: [SQLValue] = [
            .text(term.text), .instant(last?.anchor ?? EventTerms.firstAnchor(at: query.from)),
            .integer(last.map { Int64($0.event.rawValue) } ?? .max),
            .integer(query.to?.milliseconds ?? .max), .instant(query.from),
        ]
        let conditions = EventTerms.conditions(others, query, &values)
        values.append(.int(limit))
        // CROSS JOIN makes SQLite join the tables in the order in which the statement names them. PostgreSQL chooses
        // the order itself.
        return try connection.all(
            """
            SELECT \(Events.columns), t.anchor FROM event_term t CROSS JOIN event
            WHERE t.term = $1 AND (t.anchor, t.event) > ($2, $3) AND t.anchor < $4 AND number = t.event
                AND status = 'published' AND kind = 'public' AND deleted IS NULL AND ends > $5
                AND (t.anchor = start OR t.anchor <= $5)\(conditions)
            ORDER BY t.anchor, t.event LIMIT $\(values.count)
            """, values
        ) { row in
            let event = try connection.events.event(row)
            return (event, Position(anchor: try row.instant(EventTerms.anchorColumn), event: event.number))
        }
    }

    /// The conditions on the terms in `others`, on the prices and on the area, as SQL.
    private static func conditions(_ others: [[Term]], _ query: Query, _ values: inout [SQLValue]) -> String {
        func placeholder(_ value: SQLValue) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        func hasOne(of terms: [Term]) -> String {
            let list = terms.map { placeholder(.text($0.text)) }.joined(separator: ", ")
            return """
                EXISTS (SELECT 1 FROM event_term o
                    WHERE o.term IN (\(list)) AND o.anchor = t.anchor AND o.event = t.event)
                """
        }
        var conditions = others.map { "\n    AND \(hasOne(of: $0))" }.joined()
        if query.least != nil || query.most != nil {
            var price = ""
            if let least = query.least, least.minorUnits > 0 {
                price += " AND y.price >= \(placeholder(.integer(least.minorUnits)))"
                price += " AND y.currency = \(placeholder(.text(least.currency)))"
            }
            if let most = query.most {
                price += " AND (y.price IS NULL OR y.price = 0 OR y.price <= \(placeholder(.integer(most.minorUnits)))"
                price += " AND y.currency = \(placeholder(.text(most.currency))))"
            }
            conditions += """

                    AND EXISTS (SELECT 1 FROM ticket_type y WHERE y.event = t.event AND y.hidden = 0\(price))
                """
        }
        if let area = query.area {
            let (latitudes, longitudes) = area.center.bounds(within: area.kilometres)
            var bounds = "latitude BETWEEN \(placeholder(.int(latitudes.lowerBound)))"
            bounds += " AND \(placeholder(.int(latitudes.upperBound)))"
            if let longitudes {
                bounds += " AND longitude BETWEEN \(placeholder(.int(longitudes.lowerBound)))"
                bounds += " AND \(placeholder(.int(longitudes.upperBound)))"
            }
            conditions += "\n    AND (\(bounds) OR \(hasOne(of: [.city(area.city)])))"
        }
        return conditions
    }

    /// The time 31 days before `now`. For each of its terms, an event in progress at `now` has a row with a later time
    /// (`anchor`).
    static func firstAnchor(at now: Instant) -> Instant { now.advanced(bySeconds: -slice) }

    private static let anchorColumn = Events.columns.split(separator: ",").count

    /// The difference between the times of successive rows of a long event for the same term, in seconds: 31 days.
    private static let slice: Int64 = 31 * 86_400
    /// The maximum number of rows that an event has for one term. This number is enough for an event of five years.
    private static let mostSlices: Int64 = 60
    private static let mostWords = 60

    /// Replaces the rows of an event, and updates the words of all events.
    func refresh(_ number: EventNumber) throws {
        let before = try words(of: number)
        try replaceRows(of: number)
        let after = try words(of: number)
        try connection.searchWords.update(
            removing: before.subtracting(after), adding: after.subtracting(before))
    }

    private func words(of number: EventNumber) throws -> Set<String> {
        let terms = try connection.all("SELECT term FROM event_term WHERE event = $1", [.int(number.rawValue)]) {
            $0.text(0)
        }
        return Set(terms.compactMap { Term.word(ofTerm: $0) })
    }

    private func replaceRows(of number: EventNumber) throws {
        try connection.execute("DELETE FROM event_term WHERE event = $1", [.int(number.rawValue)])
        let rows = try connection.first(
            """
            SELECT title, venue, city, category, start, ends FROM event
            WHERE number = $1 AND status = 'published' AND kind = 'public' AND deleted IS NULL
                AND start IS NOT NULL AND ends IS NOT NULL
            """, [.int(number.rawValue)]
        ) { row in
            let city = row.optionalText(2)
            var terms: [Term] = [.any, .category(try row.value(3))]
            if let folded = city?.folded, !folded.isEmpty { terms.append(.city(folded)) }
            terms += EventTerms.words(of: [row.text(0), row.optionalText(1), city], limit: EventTerms.mostWords)
                .map(Term.word)
            let (start, end) = (try row.instant(4), try row.instant(5))
            let slices = min(EventTerms.mostSlices - 1, max(0, (end.seconds - start.seconds) / EventTerms.slice))
            return (0...slices).flatMap { slice in
                let anchor = start.advanced(bySeconds: slice * EventTerms.slice)
                return terms.map { [SQLValue.text($0.text), .instant(anchor), .int(number.rawValue)] }
            }
        }
        guard let rows else { return }
        try connection.execute(
            "INSERT INTO event_term (term, anchor, event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", rows: rows)
    }

    /// Adds the terms of all published public events, for stores that were created before this table existed. Does not
    /// update `SearchWords`, because a later migration creates that table.
    func backfill(_ progress: (Int) -> Void) throws {
        let numbers: [EventNumber] = try connection.all(
            "SELECT number FROM event WHERE status = 'published' AND kind = 'public' AND deleted IS NULL", []
        ) { try $0.value(0) }
        for (index, number) in numbers.enumerated() {
            try replaceRows(of: number)
            if index.isMultiple(of: 1000) { progress(index) }
        }
    }
}
