public import Ticketing

extension StoreConnection {
    public var orders: Orders { Orders(connection: self) }
}

/// Orders and their lines. A pending order reserves capacity. The counters of its ticket types and of its event include
/// this capacity.
public struct Orders {
    let connection: any StoreConnection

    static let columns = """
        event, number, buyer, email, phone, currency, total, status, created, expires, holding, method, reference, \
        amount_paid, paid, refund_owed, request, payment_request, visitor
        """
    /// The columns of an order, followed by the total amount of its refunds.
    static let selected = "\(columns), \(RefundPayments.sum)"

    /// Adds an order and its lines. Returns false if the event already has an order with the same number or for the
    /// same request.
    public func insert(_ order: Order) throws -> Bool {
        let inserted = try connection.execute(
            """
            INSERT INTO ticket_order (\(Orders.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            ON CONFLICT DO NOTHING
            """,
            [
                .int(order.event.rawValue), .int(order.number.rawValue), .text(order.buyer.name),
                .optional(order.buyer.email?.rawValue), .optional(order.buyer.phone?.rawValue),
                .optional(order.currency), .integer(order.total), .text(order.status.rawValue),
                .instant(order.created), .optional(order.expires), .int(order.holdsReservation ? 1 : 0),
                .optional(order.payment?.method.rawValue), .optional(order.payment?.reference),
                .optional(order.amountPaid), .optional(order.paid), .integer(order.refundOwed),
                .optional(order.request), .optional(order.paymentRequest), .optional(order.publicBuyerEmail),
            ])
        guard inserted == 1 else { return false }
        try connection.execute(
            "INSERT INTO order_line (event, ticket_order, type, count, price, admits) VALUES ($1, $2, $3, $4, $5, $6)",
            rows: order.lines.map { line in
                [
                    .int(order.event.rawValue), .int(order.number.rawValue), .int(line.type.rawValue),
                    .int(line.count), .integer(line.price), .int(line.admits.rawValue),
                ]
            })
        return true
    }

    public func with(number: OrderNumber, of event: EventNumber) throws -> Order? {
        try first("number = $2", event, .int(number.rawValue))
    }

    /// The order with a number. Its row stays locked until the transaction ends.
    public func locked(number: OrderNumber, of event: EventNumber) throws -> Order? {
        try first("number = $2 FOR NO KEY UPDATE", event, .int(number.rawValue))
    }

    /// The order that a request created.
    public func with(request: String, of event: EventNumber) throws -> Order? {
        try first("request = $2", event, .text(request))
    }

    private func first(_ condition: StaticString, _ event: EventNumber, _ value: SQLValue) throws -> Order? {
        try connection.first(
            "SELECT \(Orders.selected) FROM ticket_order WHERE event = $1 AND \(condition)",
            [.int(event.rawValue), value]
        ) { try Orders.order($0) }.map(withLines)
    }

    /// The orders of an event after `last`, oldest first; at most `limit`.
    public func page(of event: EventNumber, after last: Order?, limit: Int) throws -> [Order] {
        try connection.all(
            """
            SELECT \(Orders.selected) FROM ticket_order
            WHERE event + 0 = $1 AND (created, number) > ($2, $3) ORDER BY created, number LIMIT $4
            """,
            [
                .int(event.rawValue), .integer(last?.created.milliseconds ?? .min), .int(last?.number.rawValue ?? 0),
                .int(limit),
            ], Orders.order
        ).map(withLines)
    }

    /// Updates the changeable parts of an order: status, reservation, payment, refund.
    public func update(_ order: Order) throws {
        try connection.execute(
            """
            UPDATE ticket_order SET status = $1, expires = $2, holding = $3, method = $4, reference = $5,
                amount_paid = $6, paid = $7, refund_owed = $8, payment_request = $9
            WHERE event = $10 AND number = $11
            """,
            [
                .text(order.status.rawValue), .optional(order.expires), .int(order.holdsReservation ? 1 : 0),
                .optional(order.payment?.method.rawValue), .optional(order.payment?.reference),
                .optional(order.amountPaid), .optional(order.paid), .integer(order.refundOwed),
                .optional(order.paymentRequest), .int(order.event.rawValue), .int(order.number.rawValue),
            ])
    }

    /// Ends the expired reservations of an event. After this call, the caller must release the capacity of the ended
    /// reservations. If several processes call this method at the same time, each reservation is ended by only one of
    /// them.
    ///
    /// - Returns: the numbers of the orders whose reservations this call has ended.
    public func endExpiredReservations(of event: EventNumber, at now: Instant) throws -> [OrderNumber] {
        try connection.all(
            """
            UPDATE ticket_order SET holding = 0 WHERE event = $1 AND holding = 1 AND expires <= $2 RETURNING number
            """, [.int(event.rawValue), .instant(now)]
        ) { try $0.value(0) }
    }

    /// The number of tickets of each type in unexpired reservations.
    public func reservedTickets(of event: EventNumber, at now: Instant) throws -> [TicketTypeNumber: Int] {
        let counts: [(TicketTypeNumber, Int)] = try connection.all(
            """
            SELECT l.type, CAST(sum(l.count) AS BIGINT) FROM ticket_order o
            JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
            WHERE o.event = $1 AND o.holding = 1 AND o.expires > $2 GROUP BY l.type
            """, [.int(event.rawValue), .instant(now)]
        ) { (try $0.value(0), try $0.number(1)) }
        return Dictionary(counts) { $0 + $1 }
    }

    public func lines(of number: OrderNumber, of event: EventNumber) throws -> [OrderLine] {
        try connection.all(
            "SELECT type, count, price, admits FROM order_line WHERE event = $1 AND ticket_order = $2 ORDER BY type",
            [.int(event.rawValue), .int(number.rawValue)]
        ) { row in
            OrderLine(
                type: try row.value(0), count: try row.number(1), price: Int64(try row.number(2)),
                admits: try row.value(3))
        }
    }

    private func withLines(_ order: Order) throws -> Order {
        var order = order
        order.lines = try lines(of: order.number, of: order.event)
        return order
    }

    /// Reads a row as an order without lines.
    static func order(_ row: any SQLRow) throws -> Order {
        try Order(
            event: try row.value(0), number: try row.value(1),
            buyer: Buyer(name: row.text(2), email: try row.email(3), phone: try row.phone(4)), lines: [],
            currency: row.optionalText(5), created: try row.instant(8),
            request: row.optionalText(16), publicBuyerEmail: row.optionalText(18)
        ).with {
            $0.status = try row.value(7)
            $0.expires = try row.optionalInstant(9)
            $0.holdsReservation = try row.flag(10)
            $0.payment = row.isNull(11) ? nil : Payment(try row.value(11), reference: row.optionalText(12))
            $0.amountPaid = row.optionalInteger(13)
            $0.paid = try row.optionalInstant(14)
            $0.refundOwed = Int64(try row.number(15))
            $0.refundPaid = row.integer(19)
            $0.paymentRequest = row.optionalText(17)
        }
    }
}
