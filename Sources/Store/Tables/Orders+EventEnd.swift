public import Ticketing

extension Orders {
    /// An order before and after a change. Neither copy contains the order's lines.
    public struct Change: Sendable {
        public let before: Order
        public let after: Order
    }

    /// Locks the orders of an event until the transaction ends, so that no payment at the door changes these orders.
    public func lock(of event: EventNumber) throws {
        guard !connection.isSoleWriter else { return }
        try connection.forEachRow(
            "SELECT number FROM ticket_order WHERE event = $1 ORDER BY number FOR NO KEY UPDATE", [.int(event.rawValue)]
        ) { _ in }
    }

    /// Cancels or refunds the pending and paid orders of an event. Must be called before the tickets of these orders
    /// are cancelled. The reservations of the orders end, but the counters of reserved capacity are not changed.
    ///
    /// - Parameters:
    ///   - last: the order after which to begin; nil to begin with the first order.
    ///   - limit: the largest number of orders to change, so that the orders of a large event fit into memory.
    public func end(
        of event: EventNumber, after last: OrderNumber?, limit: Int, at now: Instant
    ) throws -> [Change] {
        let before = try connection.all(
            """
            SELECT \(Orders.selected) FROM ticket_order WHERE event = $1 AND number > $2 AND \(Orders.isOpen)
            ORDER BY number LIMIT $3
            """, [.int(event.rawValue), .int(last?.rawValue ?? 0), .int(limit)], Orders.order)
        return try changes(before) { try end(of: event, $0, at: now) }
    }

    func end(of event: EventNumber, _ numbers: ClosedRange<OrderNumber>, at now: Instant) throws {
        try connection.execute(
            """
            UPDATE ticket_order SET ended = $1, status_before = status, owed_before = refund_owed,
                refund_owed = refund_owed + \(Orders.owed), holding = 0, expires = NULL,
                status = CASE WHEN refund_owed + \(Orders.owed) > 0 THEN 'refunded' ELSE 'cancelled' END
            WHERE event = $2 AND number BETWEEN $3 AND $4 AND \(Orders.isOpen)
            """,
            [
                .instant(now), .int(event.rawValue), .int(numbers.lowerBound.rawValue),
                .int(numbers.upperBound.rawValue),
            ])
    }

    /// Restores the orders that `end` ended at the time `ended`. The reservations of these orders have expired and are
    /// not restored. Refunds that were paid in the meantime remain, and reduce the amounts of later refunds.
    ///
    /// - Parameters: See `end`.
    public func restore(
        of event: EventNumber, ended: Instant, after last: OrderNumber?, limit: Int, at now: Instant
    ) throws -> [Change] {
        let before = try connection.all(
            """
            SELECT \(Orders.selected) FROM ticket_order WHERE event = $1 AND number > $2 AND ended = $3
            ORDER BY number LIMIT $4
            """, [.int(event.rawValue), .int(last?.rawValue ?? 0), .instant(ended), .int(limit)], Orders.order)
        return try changes(before) { try restore(of: event, $0, ended: ended, at: now) }
    }

    func restore(of event: EventNumber, _ numbers: ClosedRange<OrderNumber>, ended: Instant, at now: Instant) throws {
        try connection.execute(
            """
            UPDATE ticket_order SET status = status_before, refund_owed = owed_before,
                expires = CASE WHEN status_before = 'pending' AND method IS NULL THEN CAST($1 AS BIGINT)
                    ELSE expires END,
                ended = NULL, status_before = NULL, owed_before = NULL
            WHERE event = $2 AND number BETWEEN $3 AND $4 AND ended = $5
            """,
            [
                .instant(now), .int(event.rawValue), .int(numbers.lowerBound.rawValue),
                .int(numbers.upperBound.rawValue), .instant(ended),
            ])
    }

    /// Runs a statement that changes the orders in `before`. All these orders must belong to one event. Returns the
    /// changes in the order of `before`.
    private func changes(_ before: [Order], _ statement: (ClosedRange<OrderNumber>) throws -> Void) throws -> [Change] {
        guard let first = before.first, let last = before.last else { return [] }
        try statement(first.number...last.number)
        let after = try connection.all(
            "SELECT \(Orders.selected) FROM ticket_order WHERE event = $1 AND number BETWEEN $2 AND $3",
            [.int(first.event.rawValue), .int(first.number.rawValue), .int(last.number.rawValue)], Orders.order)
        let byNumber = Dictionary(after.map { ($0.number, $0) }) { $1 }
        return before.compactMap { before in byNumber[before.number].map { Change(before: before, after: $0) } }
    }

    private static let isOpen = "status IN ('pending', 'paid', 'partly-refunded')"

    /// A condition on a row of `ticket_order`: the buyer must get a message if the event is cancelled or deleted now.
    /// This is the case if the buyer is then owed a refund, or if the order is pending. The buyer of an order that must
    /// still be confirmed gets no such message, because nobody has confirmed the buyer's address.
    static let isNotifiedOfEnd = """
        \(isOpen) AND (\(owed) > 0 OR status = 'pending')
            AND NOT (status = 'pending' AND method IS NULL AND confirm_address IS NOT NULL AND confirmed IS NULL)
        """

    /// The amount paid for the active tickets of an order (see `Tickets.isOfOrder`), in minor units.
    private static let owed = """
        coalesce((SELECT CAST(sum(t.price) AS BIGINT) FROM ticket t WHERE t.ticket_order = ticket_order.number
            AND t.event + 0 = ticket_order.event AND t.due IS NULL AND t.status IN ('issued', 'blocked')), 0)
        """
}
