public import Ticketing

extension StoreConnection {
    public var eventTerms: EventTerms { EventTerms(connection: self) }
}

/// The search terms of published public events. An event has a row for every word of its title, venue and city. It also
/// has a row for its city, a row for its category, and a row for the term `any`, which finds all events. An event that
/// lasts longer than 31 days has all these rows once for every 31 days, with different times. `Events` updates the rows
/// whenever an event changes.
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

    /// The position of the last event on a page. The next page begins after this event.
    public struct Position: Hashable, Sendable {
        public let anchor: Instant
        public let event: EventNumber

        public init(anchor: Instant, event: EventNumber) {
            self.anchor = anchor
            self.event = event
        }
    }

    /// Events that have all the terms, and that are in progress at `from` or begin between `from` and `to`. The events
    /// in progress come first. The other events follow, ordered by their start.
    ///
    /// - Parameters:
    ///   - most: the maximum price of the cheapest visible ticket type; nil if any price is allowed.
    ///   - last: the position of the last event on the previous page; nil for the first page.
    public func page(
        having terms: Set<Term>, from: Instant, to: Instant?, most: Money?, after last: Position?, limit: Int
    ) throws -> [(event: Event, position: Position)] {
        let sorted = terms.sorted { ($0.selectivity, $0.text) > ($1.selectivity, $1.text) }
        // For each of its terms, an event in progress has exactly one row whose time (`anchor`) is in the 31 days
        // before `from`. The search therefore begins 31 days before `from`.
        let beginning = last?.anchor ?? from.advanced(bySeconds: -EventTerms.slice)
        var values: [SQLValue] = [
            .text((sorted.first ?? .any).text), .instant(beginning),
            .integer(last.map { Int64($0.event.rawValue) } ?? .max),
            .integer(to?.milliseconds ?? .max), .instant(from),
        ]
        var conditions = ""
        for term in sorted.dropFirst() {
            values.append(.text(term.text))
            conditions += """

                AND EXISTS (SELECT 1 FROM event_term o
                    WHERE o.term = $\(values.count) AND o.anchor = t.anchor AND o.event = t.event)
                """
        }
        if let most {
            values += [.integer(most.minorUnits), .text(most.currency)]
            conditions += """

                AND EXISTS (SELECT 1 FROM ticket_type y WHERE y.event = t.event AND y.hidden = 0
                    AND (y.price IS NULL OR y.price = 0 OR y.price <= $\(values.count - 1)
                        AND y.currency = $\(values.count)))
                """
        }
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

    private static let anchorColumn = Events.columns.split(separator: ",").count

    /// A long event has several rows for each term. This is the difference between the times of successive rows, in
    /// seconds (31 days).
    private static let slice: Int64 = 31 * 86_400
    /// The maximum number of rows that an event has for one term. This number is enough for an event of five years.
    private static let mostSlices: Int64 = 60
    private static let mostWords = 60

    /// Replaces the rows of an event.
    func refresh(_ number: EventNumber) throws {
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

    /// Adds the terms of all events, for stores that were created before this table existed.
    func backfill(_ progress: (Int) -> Void) throws {
        let numbers: [EventNumber] = try connection.all(
            "SELECT number FROM event WHERE status = 'published' AND kind = 'public' AND deleted IS NULL", []
        ) { try $0.value(0) }
        for (index, number) in numbers.enumerated() {
            try refresh(number)
            if index.isMultiple(of: 1000) { progress(index) }
        }
    }
}
