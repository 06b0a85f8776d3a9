public import Ticketing

extension StoreConnection {
    public var ticketConflicts: TicketConflicts { TicketConflicts(connection: self) }
}

/// Finds the events that a person who has tickets cannot attend together with another event.
public struct TicketConflicts {
    let connection: any StoreConnection

    /// The published events that overlap or touch the time from `start` to `end`, and for which an address has active
    /// tickets, sorted by start. An address has a ticket if it is the holder's address. It also has a ticket if it
    /// confirmed the order and the ticket still has its first token. A transfer or a re-issue replaces the token.
    ///
    /// - Parameters:
    ///   - address: an e-mail address or a phone number.
    ///   - event: an event that is left out.
    public func events(
        of address: String, from start: Instant, to end: Instant, except event: EventNumber, limit: Int
    ) throws -> [Event] {
        // The tickets of an address are read as in `Tickets.activeCount`, so that SQLite uses the index of addresses.
        try connection.all(
            """
            SELECT \(Events.columns) FROM event e
            WHERE e.number <> $1 AND e.status = 'published' AND e.deleted IS NULL AND e.start <= $2 AND e.ends >= $3
                AND (EXISTS (
                    SELECT 1 FROM ticket t
                    WHERE t.event = e.number AND (t.email, t.serial) > ($4, 0) AND t.email <= $4
                        AND t.status IN ('issued', 'blocked')
                    ORDER BY t.email, t.serial LIMIT 1
                ) OR EXISTS (
                    SELECT 1 FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
                    WHERE o.event = e.number AND o.confirm_address = $4 AND t.issue = 0
                        AND t.status IN ('issued', 'blocked')
                ))
            ORDER BY e.start, e.number LIMIT $5
            """,
            [.int(event.rawValue), .instant(end), .instant(start), .text(address), .int(limit)],
            connection.events.event)
    }
}
