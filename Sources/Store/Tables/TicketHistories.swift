public import Ticketing

extension AdmissionLedger {
    /// How many rows are read at once.
    private static let pageLength = 10_000

    /// The records of a ticket that are no refusals, at all functions, in no order.
    public func records(of serial: Serial, event: EventNumber) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record WHERE event = $1 AND serial = $2 AND verdict <> 'refuse'
            """, [.int(event.rawValue), .int(serial.rawValue)], AdmissionLedger.record)
    }

    /// Hands over, in their order, each ticket that has records or places: what follows from the records, and the places
    /// that are there, by number.
    public func forEachHistory(
        _ body: (TicketAtFunction, TicketHistory, [Place]) throws -> Void
    ) throws {
        var after: (event: Int64, serial: Int64) = (-1, 0)
        var limit = AdmissionLedger.pageLength
        while true {
            let records = try records(after: after, limit: limit)
            let isLast = records.count < limit
            // The last ticket of a page may go on in the next.
            let end = isLast ? (Int64.max, Int64.max) : records.last.map(AdmissionLedger.key) ?? after
            let whole = isLast ? records : Array(records.prefix { AdmissionLedger.key($0) != end })
            guard isLast || !whole.isEmpty else {
                limit *= 2
                continue
            }
            let last = isLast ? end : whole.last.map(AdmissionLedger.key) ?? after
            let places = try places(after: after, upTo: last)
            var histories = Dictionary(grouping: whole, by: \.ticket)
            for ticket in Set(histories.keys).union(places.keys.map(Optional.some)).compactMap(\.self).sorted() {
                try body(ticket, TicketHistory(histories.removeValue(forKey: ticket) ?? []), places[ticket] ?? [])
            }
            if isLast { return }
            after = last
        }
    }

    private static func key(_ record: AdmissionRecord) -> (event: Int64, serial: Int64) {
        (Int64(record.event.rawValue), Int64(record.serial?.rawValue ?? 0))
    }

    private func records(after: (event: Int64, serial: Int64), limit: Int) throws -> [AdmissionRecord] {
        try connection.all(
            """
            SELECT \(AdmissionLedger.columns) FROM record WHERE (event, serial) > ($1, $2) AND verdict <> 'refuse'
            ORDER BY event, serial LIMIT $3
            """, [.integer(after.event), .integer(after.serial), .int(limit)], AdmissionLedger.record)
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
