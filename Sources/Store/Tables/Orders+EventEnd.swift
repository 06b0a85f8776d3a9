public import Ticketing

/// What becomes of all orders of an event at once, when it is cancelled, deleted or restored.
extension Orders {
    /// What became of one order, both without their lines.
    public struct Change: Sendable {
        public let before: Order
        public let after: Order
    }

    /// Keeps others from changing the orders of an event before this transaction ends: payments at the door most of all.
    public func lock(of event: EventNumber) throws {
        guard !connection.isAlone else { return }
        try connection.forEachRow(
            "SELECT number FROM ticket_order WHERE event = $1 ORDER BY number FOR NO KEY UPDATE", [.int(event.rawValue)]
        ) { _ in }
    }

    /// Ends orders that are pending or paid, before their tickets are ended. What they hold is not given back by this.
    ///
    /// - Parameters:
    ///   - last: only those behind it, by number; nil is from the first on.
    ///   - limit: at most so many, so that a large event fits into memory.
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

    /// Restores the orders that `end` ended at that moment. Their holds are not restored: they have expired. Money that was
    /// paid back in the meantime stays paid back, and counts against later refunds.
    ///
    /// - Parameters: as of `end`.
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

    /// What a statement makes of orders of one event that are there, by number.
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

    /// What was paid for the tickets of an order that stand (see `Tickets.isOfOrder`), in minor units.
    private static let owed = """
        coalesce((SELECT CAST(sum(t.price) AS BIGINT) FROM ticket t WHERE t.ticket_order = ticket_order.number
            AND t.event + 0 = ticket_order.event AND t.due IS NULL AND t.status IN ('issued', 'blocked')), 0)
        """
}
