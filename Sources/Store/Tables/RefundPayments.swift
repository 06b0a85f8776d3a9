public import Ticketing

extension StoreConnection {
    public var refundPayments: RefundPayments { RefundPayments(connection: self) }
}

/// Refunds that were paid to the buyers of orders. A caller that adds a refund must first lock the order
/// (`Orders.locked`).
public struct RefundPayments {
    let connection: any StoreConnection

    /// An SQL expression for the amount that was refunded for a row of `ticket_order`, in minor units.
    static let sum = """
        coalesce((SELECT CAST(sum(r.amount) AS BIGINT) FROM refund_payment r
            WHERE r.event = ticket_order.event AND r.ticket_order = ticket_order.number), 0)
        """

    /// The refunds of an order, oldest first.
    public func all(of order: OrderNumber, of event: EventNumber) throws -> [RefundPayment] {
        try connection.all(
            """
            SELECT amount, reference, paid, request FROM refund_payment WHERE event = $1 AND ticket_order = $2
            ORDER BY number
            """, [.int(event.rawValue), .int(order.rawValue)]
        ) { row in
            RefundPayment(
                amount: row.integer(0), reference: row.optionalText(1), paid: try row.instant(2),
                request: row.optionalText(3))
        }
    }

    /// Adds a refund.
    ///
    /// - Parameter number: the number of refunds that the order already has.
    public func add(_ payment: RefundPayment, number: Int, to order: OrderNumber, of event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO refund_payment (event, ticket_order, number, amount, reference, paid, request)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .int(event.rawValue), .int(order.rawValue), .int(number), .integer(payment.amount),
                .optional(payment.reference), .instant(payment.paid), .optional(payment.request),
            ])
    }

    /// A ticket to which a part of its order's refunds was allocated.
    public struct RefundedTicket: Sendable {
        public let type: TicketTypeNumber
        public let issued: Instant
        public let currency: String?
        public let hasEnded: Bool
        /// The part of the refunds that was allocated to this ticket, in minor units.
        public let paidBack: Int64
    }

    /// Calls `body` with each ticket that was refunded in full or in part. The refunds of an order are allocated first
    /// to its cancelled and refunded tickets, and then to its active tickets. Within each of these two groups, the
    /// tickets with the lowest serials come first.
    public func forEachTicket(of event: EventNumber, _ body: (RefundedTicket) throws -> Void) throws {
        var order: OrderNumber?
        var rest: Int64 = 0
        // Most events have no refunds. Without this check, PostgreSQL would read every ticket of such an event.
        let hasAny = try connection.first(
            "SELECT 1 FROM refund_payment WHERE event = $1 LIMIT 1", [.int(event.rawValue)]
        ) { _ in true }
        guard hasAny == true else { return }
        // SQLite reads the tables of a cross join in the given order. The few orders with refunds come first.
        try connection.forEachRow(
            """
            SELECT t.ticket_order, p.amount, t.type, t.issued_at, t.currency, t.price,
                CASE WHEN t.status IN ('issued', 'blocked') THEN 1 ELSE 0 END AS stands
            FROM (
                SELECT ticket_order, CAST(sum(amount) AS BIGINT) AS amount FROM refund_payment WHERE event = $1
                GROUP BY ticket_order
            ) p CROSS JOIN ticket t
            WHERE t.ticket_order = p.ticket_order AND t.event = $1 AND t.due IS NULL AND t.price > 0
            ORDER BY t.ticket_order, stands, t.serial
            """, [.int(event.rawValue)]
        ) { row in
            let number: OrderNumber = try row.value(0)
            if number != order { (order, rest) = (number, row.integer(1)) }
            let part = min(rest, row.integer(5))
            guard part > 0 else { return }
            rest -= part
            try body(
                RefundedTicket(
                    type: try row.value(2), issued: try row.instant(3), currency: row.optionalText(4),
                    hasEnded: row.integer(6) == 0, paidBack: part))
        }
    }
}
