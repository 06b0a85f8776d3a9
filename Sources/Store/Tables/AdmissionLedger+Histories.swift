public import Ticketing

extension AdmissionLedger {
    /// The number of rows that the first query reads. If a single ticket has more rows than a query reads, the next
    /// query reads twice as many.
    private static let pageLength = 10_000

    /// The records of a ticket at all sub-events, without refusals, in no particular order.
    public func records(of serial: Serial, event: EventNumber) throws -> [AdmissionRecord] {
        try joinedRecords(of: [serial], event).all
    }

    /// Calls `body` with each ticket that has records or slots, sorted by event, serial and sub-event. `body` receives
    /// the history that is derived from the ticket's records, and the ticket's stored slots, sorted by slot number.
    ///
    /// - Parameter isPack: whether to include the known records. If false, the table of known records is not read,
    ///   because stores with older schemas do not have this table.
    public func forEachHistory(
        isPack: Bool = false, _ body: (SubEventTicket, TicketHistory, [AdmissionSlot]) throws -> Void
    ) throws {
        var after: (event: Int64, serial: Int64) = (-1, 0)
        var limit = AdmissionLedger.pageLength
        while true {
            let rows = try rows(after: after, limit: limit, isPack: isPack)
            let isLast = rows.count < limit
            // The last ticket may have more rows, which this query has not read. Its rows are therefore left to the
            // next query.
            let end = isLast ? (Int64.max, Int64.max) : rows.last.map(AdmissionLedger.key) ?? after
            let complete = isLast ? rows : Array(rows.prefix { AdmissionLedger.key($0) != end })
            guard isLast || !complete.isEmpty else {
                limit *= 2
                continue
            }
            let last = isLast ? end : complete.last.map(AdmissionLedger.key) ?? after
            let slots = try slots(after: after, upTo: last)
            let records = JoinedRecords(
                own: complete.filter { !$0.isKnown }.map(\.link), known: complete.filter(\.isKnown).map(\.link))
            var histories = Dictionary(grouping: records.all, by: \.subEventTicket)
            for ticket in Set(histories.keys).union(slots.keys.map(Optional.some)).compactMap(\.self).sorted() {
                try body(ticket, TicketHistory(histories.removeValue(forKey: ticket) ?? []), slots[ticket] ?? [])
            }
            if isLast { return }
            after = last
        }
    }

    private struct Row {
        let link: HashedRecord
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
        ) { Row(link: try AdmissionLedger.hashedRecord($0), isKnown: $0.integer(25) == 1) }
    }

    private func slots(
        after: (event: Int64, serial: Int64), upTo last: (event: Int64, serial: Int64)
    ) throws -> [SubEventTicket: [AdmissionSlot]] {
        var slots: [SubEventTicket: [AdmissionSlot]] = [:]
        try connection.forEachRow(
            """
            SELECT event, serial, sub_event, \(AdmissionSlots.columns) FROM admission_slot
            WHERE (event, serial) > ($1, $2) AND (event, serial) <= ($3, $4) ORDER BY event, serial, sub_event, slot
            """,
            [.integer(after.event), .integer(after.serial), .integer(last.event), .integer(last.serial)]
        ) { row in
            let ticket = SubEventTicket(
                event: try row.value(0), serial: try row.value(1), subEvent: try row.number(2))
            slots[ticket, default: []].append(try AdmissionSlots.slot(row, from: 3))
        }
        return slots
    }
}
