public import Ticketing

extension StoreConnection {
    public var eventCandidates: EventCandidates { EventCandidates(connection: self) }
}

/// Reads the events that can be recommended.
public struct EventCandidates {
    let connection: any StoreConnection

    /// The published public events that are not over, with the ticket types that visitors see. Their order is not
    /// defined.
    ///
    /// - Parameter limit: the maximum number of events. The events that begin first are read.
    public func upcoming(at now: Instant, limit: Int) throws -> [EventCandidate] {
        var candidates: [EventCandidate] = []
        var positions: [EventNumber: Int] = [:]
        try connection.forEachRow(
            """
            SELECT e.number, e.category, e.slug, e.city, e.latitude, e.longitude, e.time_zone, e.start, e.ends,
                e.created, y.number, y.price, y.currency, y.quantity, y.issued, y.reserved
            FROM (
                SELECT event.number AS number, category, o.slug AS slug, city, latitude, longitude, time_zone, start,
                    ends, event.created AS created
                FROM event_term t CROSS JOIN event CROSS JOIN organizer o
                WHERE t.term = '' AND t.anchor > $1 AND event.number = t.event AND o.number = event.organizer
                    AND status = 'published' AND kind = 'public' AND deleted IS NULL AND ends > $2
                    AND (t.anchor = start OR t.anchor <= $2)
                ORDER BY t.anchor, t.event LIMIT $3
            ) e LEFT JOIN ticket_type y ON y.event = e.number AND y.hidden = 0
            """, [.instant(EventTerms.firstAnchor(at: now)), .instant(now), .int(limit)]
        ) { row in
            let number: EventNumber = try row.value(0)
            let position = positions[number] ?? candidates.count
            if position == candidates.count {
                positions[number] = position
                candidates.append(try EventCandidates.candidate(number, row))
            }
            guard !row.isNull(10) else { return }
            try EventCandidates.add(row, from: 11, to: &candidates[position].sales)
        }
        return candidates
    }

    /// The ticket types of an event that visitors see.
    public func sales(of event: EventNumber) throws -> EventCandidate.Sales {
        var sales = EventCandidate.Sales()
        try connection.forEachRow(
            "SELECT price, currency, quantity, issued, reserved FROM ticket_type WHERE event = $1 AND hidden = 0",
            [.int(event.rawValue)]
        ) { try EventCandidates.add($0, from: 0, to: &sales) }
        return sales
    }

    /// Adds a ticket type.
    ///
    /// - Parameter column: the number of the column with the price. The columns with the currency, the quantity, and
    ///   the numbers of issued and reserved tickets follow.
    private static func add(_ row: any SQLRow, from column: Int, to sales: inout EventCandidate.Sales) throws {
        sales.prices.append(
            row.optionalInteger(column).map { Money(minorUnits: $0, currency: row.text(column + 1)) })
        guard let quantity = try row.optionalNumber(column + 2) else { return }
        sales.quantity += quantity
        sales.taken += try row.number(column + 3) + row.number(column + 4)
    }

    private static func candidate(_ number: EventNumber, _ row: any SQLRow) throws -> EventCandidate {
        let position: Coordinates? =
            row.isNull(4) || row.isNull(5)
            ? nil : Coordinates(latitude: Int(row.integer(4)), longitude: Int(row.integer(5)))
        return EventCandidate(
            number: number, category: try row.value(1), organizer: row.text(2),
            place: EventCandidate.Place(city: row.optionalText(3), position: position, timeZone: row.text(6)),
            start: try row.instant(7), end: try row.instant(8), created: try row.instant(9))
    }
}
