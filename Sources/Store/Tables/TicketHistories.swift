public import Ticketing

extension AdmissionLedger {
    /// How many rows are read at once.
    private static let pageLength = 10_000

    /// The records of a ticket that are no refusals, at all functions, in no order.
    public func records(of serial: Serial, event: EventNumber) throws -> [AdmissionRecord] {
        try joinedRecords(of: [serial], event).all
    }

    /// Hands over, in their order, each ticket that has records or places: what follows from the records, and the places
    /// that are there, by number.
    ///
    /// - Parameter isPack: whether to add the records that a pack knows of its office. Older schemas have no such table.
    public func forEachHistory(
        isPack: Bool = false, _ body: (TicketAtFunction, TicketHistory, [Place]) throws -> Void
    ) throws {
        var after: (event: Int64, serial: Int64) = (-1, 0)
        var limit = AdmissionLedger.pageLength
        while true {
            let rows = try rows(after: after, limit: limit, isPack: isPack)
            let isLast = rows.count < limit
            // The last ticket of a page may go on in the next.
            let end = isLast ? (Int64.max, Int64.max) : rows.last.map(AdmissionLedger.key) ?? after
            let whole = isLast ? rows : Array(rows.prefix { AdmissionLedger.key($0) != end })
            guard isLast || !whole.isEmpty else {
                limit *= 2
                continue
            }
            let last = isLast ? end : whole.last.map(AdmissionLedger.key) ?? after
            let places = try places(after: after, upTo: last)
            let records = JoinedRecords(
                own: whole.filter { !$0.isKnown }.map(\.link), known: whole.filter(\.isKnown).map(\.link))
            var histories = Dictionary(grouping: records.all, by: \.ticket)
            for ticket in Set(histories.keys).union(places.keys.map(Optional.some)).compactMap(\.self).sorted() {
                try body(ticket, TicketHistory(histories.removeValue(forKey: ticket) ?? []), places[ticket] ?? [])
            }
            if isLast { return }
            after = last
        }
    }

    /// A record, and whether it is one that a pack knows of its office.
    private struct Row {
        let link: Link
        let isKnown: Bool
    }

    private static func key(_ row: Row) -> (event: Int64, serial: Int64) {
        (Int64(row.link.record.event.rawValue), Int64(row.link.record.serial?.rawValue ?? 0))
    }

    private func rows(after: (event: Int64, serial: Int64), limit: Int, isPack: Bool) throws -> [Row] {
        let known = """
            UNION ALL SELECT \(KnownRecords.columns), 1 FROM known_record WHERE (event, serial) > ($1, $2)
            """
        return try connection.all(
            """
            SELECT \(AdmissionLedger.columns), 0 FROM record WHERE (event, serial) > ($1, $2) AND verdict <> 'refuse'
            \(isPack ? known : "") ORDER BY event, serial LIMIT $3
            """, [.integer(after.event), .integer(after.serial), .int(limit)]
        ) { Row(link: try AdmissionLedger.link($0), isKnown: $0.integer(25) == 1) }
    }

    private func places(
        after: (event: Int64, serial: Int64), upTo last: (event: Int64, serial: Int64)
    ) throws -> [TicketAtFunction: [Place]] {
        var places: [TicketAtFunction: [Place]] = [:]
        try connection.forEachRow(
            """
            SELECT event, serial, function, \(Places.columns) FROM place
            WHERE (event, serial) > ($1, $2) AND (event, serial) <= ($3, $4) ORDER BY event, serial, function, place
            """,
            [.integer(after.event), .integer(after.serial), .integer(last.event), .integer(last.serial)]
        ) { row in
            let ticket = TicketAtFunction(
                event: try row.value(0), serial: try row.value(1), function: try row.number(2))
            places[ticket, default: []].append(try Places.place(row, from: 3))
        }
        return places
    }
}
