public import Ticketing

/// What becomes of all tickets of an event at once, when it is cancelled, deleted or restored.
extension Tickets {
    /// How many of an event's tickets have which status.
    public func census(of event: EventNumber) throws -> [Ticket.Status: Int] {
        let counts: [(Ticket.Status, Int)] = try connection.all(
            "SELECT status, count(*) FROM ticket WHERE event = $1 GROUP BY status", [.int(event.rawValue)]
        ) { (try $0.value(0), Int($0.integer(1))) }
        return Dictionary(counts) { $0 + $1 }
    }

    /// Ends every ticket of an event that stands, and keeps what it was. Returns how many.
    public func endAll(of event: EventNumber, as status: Ticket.Status, at now: Instant, note: String) throws -> Int {
        try connection.execute(
            """
            UPDATE ticket SET status_before = status, since_before = status_since, note_before = status_note,
                status = $1, status_since = $2, status_note = $3
            WHERE event = $4 AND status IN ('issued', 'blocked')
            """, [.text(status.rawValue), .instant(now), .text(note), .int(event.rawValue)])
    }

    /// Makes those what they were that `endAll` ended at that moment: who was blocked is blocked again, with the note.
    public func restoreAll(of event: EventNumber, ended: Instant) throws {
        try connection.execute(
            """
            UPDATE ticket SET status = status_before, status_since = since_before, status_note = note_before,
                status_before = NULL, since_before = NULL, note_before = NULL
            WHERE event = $1 AND status_since = $2 AND status_before IS NOT NULL
            """, [.int(event.rawValue), .instant(ended)])
    }

    /// At most `limit` tickets of an event that stand, by serial, those after one of them.
    public func standing(of event: EventNumber, after serial: Serial?, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND serial > $2 AND status IN ('issued', 'blocked') ORDER BY serial LIMIT $3
            """, [.int(event.rawValue), .int(serial?.rawValue ?? 0), .int(limit)], Tickets.ticket)
    }

    /// Likewise, those that `endAll` ended at that moment.
    public func ended(of event: EventNumber, at moment: Instant, after serial: Serial?, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND serial > $2 AND status_since = $3 AND status_before IS NOT NULL
            ORDER BY serial LIMIT $4
            """, [.int(event.rawValue), .int(serial?.rawValue ?? 0), .instant(moment), .int(limit)], Tickets.ticket)
    }
}
