public import Ticketing

/// All orders of an event at once, when the event ends before its time or comes back.
extension Orders {
    /// Cancels what is pending, and frees what it held.
    public func cancelPending(of event: EventNumber) throws {
        try connection.execute(
            """
            UPDATE ticket_order SET status = 'cancelled', holding = 0, expires = NULL
            WHERE event = $1 AND status = 'pending'
            """, [.int(event.rawValue)])
        try connection.execute("UPDATE ticket_type SET held = 0 WHERE event = $1", [.int(event.rawValue)])
        try connection.execute("UPDATE event SET held = 0 WHERE number = $1", [.int(event.rawValue)])
    }

    /// Brings every paid order to what is left of its tickets: what was paid for those that do not stand is owed.
    public func settlePaid(of event: EventNumber) throws {
        try connection.execute(
            """
            UPDATE ticket_order SET refund_owed = coalesce((
                SELECT CAST(sum(ticket.price) AS BIGINT) FROM ticket
                WHERE ticket.event = ticket_order.event AND ticket.ticket_order = ticket_order.number
                    AND ticket.status NOT IN ('issued', 'blocked') AND ticket.due IS NULL), 0)
            WHERE event = $1 AND status IN ('paid', 'partly-refunded', 'refunded')
            """, [.int(event.rawValue)])
        try connection.execute(
            """
            UPDATE ticket_order SET status = CASE
                WHEN refund_owed = 0 THEN 'paid'
                WHEN EXISTS (
                    SELECT 1 FROM ticket
                    WHERE ticket.event = ticket_order.event AND ticket.ticket_order = ticket_order.number
                        AND ticket.status IN ('issued', 'blocked')) THEN 'partly-refunded'
                ELSE 'refunded' END
            WHERE event = $1 AND status IN ('paid', 'partly-refunded', 'refunded')
            """, [.int(event.rawValue)])
    }
}
