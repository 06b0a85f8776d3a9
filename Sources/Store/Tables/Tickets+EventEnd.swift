public import Ticketing

extension Tickets {
    /// The number of an event's tickets for each status.
    public func countsByStatus(of event: EventNumber) throws -> [Ticket.Status: Int] {
        let counts: [(Ticket.Status, Int)] = try connection.all(
            "SELECT status, count(*) FROM ticket WHERE event = $1 GROUP BY status", [.int(event.rawValue)]
        ) { (try $0.value(0), Int($0.integer(1))) }
        return Dictionary(counts) { $0 + $1 }
    }

    /// Changes the status of every active ticket of an event to `status` (cancelled or refunded), and stores the
    /// earlier status. Returns the number of changed tickets. The caller must have locked these tickets.
    public func endAll(of event: EventNumber, as status: Ticket.Status, at now: Instant, note: String) throws -> Int {
        try connection.execute(
            """
            UPDATE ticket SET status_before = status, since_before = status_since, note_before = status_note,
                status = $1, status_since = $2, status_note = $3, uncounted_slots = \(Tickets.allSlots)
            WHERE event = $4 AND status IN ('issued', 'blocked')
            """, [.text(status.rawValue), .instant(now), .text(note), .int(event.rawValue)])
    }

    /// Restores the tickets that `endAll` changed at the time `ended`. A ticket that was blocked before that time is
    /// blocked again, with its former note.
    public func restoreAll(of event: EventNumber, ended: Instant) throws {
        try connection.execute(
            """
            UPDATE ticket SET status = status_before, status_since = since_before, status_note = note_before,
                status_before = NULL, since_before = NULL, note_before = NULL,
                uncounted_slots = \(Tickets.surplusSlots)
            WHERE event = $1 AND status_since = $2 AND status_before IS NOT NULL
            """, [.int(event.rawValue), .instant(ended)])
    }

    /// The active tickets of an event whose serials are greater than `serial`, sorted by serial; at most `limit`.
    public func activePage(of event: EventNumber, after serial: Serial?, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND serial > $2 AND status IN ('issued', 'blocked') ORDER BY serial LIMIT $3
            """, [.int(event.rawValue), .int(serial?.rawValue ?? 0), .int(limit)], Tickets.ticket)
    }

    /// The tickets that `endAll` changed at the time `moment`, and whose serials are greater than `serial`, sorted by
    /// serial; at most `limit`.
    public func ended(of event: EventNumber, at moment: Instant, after serial: Serial?, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND serial > $2 AND status_since = $3 AND status_before IS NOT NULL
            ORDER BY serial LIMIT $4
            """, [.int(event.rawValue), .int(serial?.rawValue ?? 0), .instant(moment), .int(limit)], Tickets.ticket)
    }
}
