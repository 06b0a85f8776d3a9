public import Ticketing

/// What becomes of all orders of an event at once, when it is cancelled, deleted or restored.
extension Orders {
    /// What the event owes one buyer.
    public struct Debt: Sendable {
        public let order: OrderNumber
        public let contact: String
        public let amount: Money
    }

    /// Keeps others from changing the orders of an event before this transaction ends: payments at the door most of all.
    public func lock(of event: EventNumber) throws {
        try connection.forEachRow(
            "SELECT number FROM ticket_order WHERE event = $1 ORDER BY number FOR NO KEY UPDATE", [.int(event.rawValue)]
        ) { _ in }
    }

    /// What will be owed for the tickets that stand and are paid, to the buyers who can be reached, by order.
    public func debts(of event: EventNumber) throws -> [Debt] {
        try connection.all(
            """
            SELECT o.number, coalesce(o.email, o.phone), o.currency, CAST(sum(t.price) AS BIGINT)
            FROM ticket_order o JOIN ticket t ON t.event = o.event AND t.ticket_order = o.number
            WHERE o.event = $1 AND t.status IN ('issued', 'blocked') AND t.price > 0 AND t.due IS NULL
                AND (o.email IS NOT NULL OR o.phone IS NOT NULL)
            GROUP BY o.number, o.email, o.phone, o.currency ORDER BY o.number
            """, [.int(event.rawValue)]
        ) { row in
            Debt(
                order: try row.value(0), contact: row.text(1),
                amount: Money(minorUnits: row.integer(3), currency: row.text(2)))
        }
    }

    /// Ends every order that is pending or paid, before its tickets are ended. What they hold is not given back by this.
    public func endAll(of event: EventNumber) throws {
        let owed = Orders.prices("t.status IN ('issued', 'blocked')")
        try connection.execute(
            """
            UPDATE ticket_order SET refund_owed = refund_owed + \(owed), holding = 0, expires = NULL,
                status = CASE WHEN refund_owed + \(owed) > 0 THEN 'refunded' ELSE 'cancelled' END
            WHERE event = $1 AND status IN ('pending', 'paid', 'partly-refunded')
            """, [.int(event.rawValue)])
    }

    /// Undoes `endAll` for orders whose tickets were ended at that moment with that note, before they stand again. Holds
    /// stay given back.
    public func restoreAll(of event: EventNumber, ended: Instant, note: String) throws {
        let owed = Orders.prices("t.status_since = $1 AND t.status_note = $2")
        try connection.execute(
            """
            UPDATE ticket_order SET refund_owed = refund_owed - \(owed),
                status = CASE
                    WHEN paid IS NULL THEN 'pending'
                    WHEN refund_owed = \(owed) THEN 'paid'
                    ELSE 'partly-refunded'
                END
            WHERE event = $3 AND EXISTS (
                SELECT 1 FROM ticket t
                WHERE t.ticket_order = ticket_order.number AND t.event + 0 = ticket_order.event
                    AND t.status_since = $1 AND t.status_note = $2)
            """, [.instant(ended), .text(note), .int(event.rawValue)])
    }

    /// The sum of what was paid (see `Tickets.isOfOrder`) for those tickets of an order for which a condition holds, in minor units.
    private static func prices(_ condition: StaticString) -> String {
        """
        coalesce((SELECT CAST(sum(t.price) AS BIGINT) FROM ticket t WHERE t.ticket_order = ticket_order.number
            AND t.event + 0 = ticket_order.event AND t.due IS NULL AND \(condition)), 0)
        """
    }
}
