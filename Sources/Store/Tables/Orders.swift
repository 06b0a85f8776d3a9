public import Ticketing

extension StoreConnection {
    public var orders: Orders { Orders(connection: self) }
}

/// Orders and their lines. A pending order reserves capacity. The counters of its ticket types and of its event include
/// this capacity.
public struct Orders {
    let connection: any StoreConnection

    /// The number of orders that a search holds in memory at once.
    private static let searchPageSize = 1000
    /// The columns that contain neither fields of the buyer nor fields of the payment.
    private static let ownColumns = [
        "event", "number", "currency", "total", "status", "created", "expires", "holding", "amount_paid", "paid",
        "refund_owed", "request", "payment_request", "visitor", "confirm_address", "confirm_by", "confirmed",
    ]
    private static let columns = ownColumns + Buyer.columns + Payment.columns
    /// The columns of an order, and the columns that are used only to sort lists.
    private static let insertedColumns = columns + ["folded_buyer", "tickets"]
    /// The columns of an order, followed by the total amount of its refunds.
    static let selected = (columns + [RefundPayments.sum]).joined(separator: ", ")

    /// Adds an order and its lines. Returns false if the event already has an order with the same number or for the
    /// same request.
    public func insert(_ order: Order) throws -> Bool {
        let own: [SQLValue] = [
            .int(order.event.rawValue), .int(order.number.rawValue), .optional(order.currency),
            .integer(order.total), .text(order.status.rawValue), .instant(order.created),
            .optional(order.expires), .int(order.holdsReservation ? 1 : 0), .optional(order.amountPaid),
            .optional(order.paid), .integer(order.refundOwed), .optional(order.request),
            .optional(order.paymentRequest), .optional(order.publicBuyerEmail),
            .optional(order.confirmation?.address), .optional(order.confirmation?.deadline),
            .optional(order.confirmation?.confirmed),
        ]
        let inserted = try connection.execute(
            """
            INSERT INTO ticket_order (\(Orders.insertedColumns.joined(separator: ", ")))
            VALUES (\(placeholders(Orders.insertedColumns.count))) ON CONFLICT DO NOTHING
            """,
            own + order.buyer.columnValues + Orders.values(of: order.payment)
                + [.text(order.buyer.name.folded), .int(order.tickets)])
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

    /// The order with the given number. Its row stays locked until the transaction ends.
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

    /// The orders of an event that follow the order `last`, oldest first; at most `limit`.
    public func page(of event: EventNumber, after last: Order?, limit: Int) throws -> [Order] {
        try withoutLines(of: event, after: last, limit: limit).map(withLines)
    }

    /// The orders of an event that follow the order `last` and satisfy a condition, oldest first; at most `limit`. The
    /// orders that the condition receives have no lines.
    public func page(
        of event: EventNumber, after last: Order?, limit: Int, where isMatch: (Order) -> Bool
    ) throws -> [Order] {
        var found: [Order] = []
        var last = last
        while found.count < limit {
            let orders = try withoutLines(of: event, after: last, limit: Orders.searchPageSize)
            guard let end = orders.last else { break }
            found += orders.filter(isMatch)
            last = end
        }
        return try found.prefix(limit).map(withLines)
    }

    private func withoutLines(of event: EventNumber, after last: Order?, limit: Int) throws -> [Order] {
        try connection.all(
            """
            SELECT \(Orders.selected) FROM ticket_order
            WHERE event + 0 = $1 AND (created, number) > ($2, $3) ORDER BY created, number LIMIT $4
            """,
            [
                .int(event.rawValue), .integer(last?.created.milliseconds ?? .min), .int(last?.number.rawValue ?? 0),
                .int(limit),
            ], Orders.order)
    }

    /// Updates the changeable parts of an order: status, reservation, confirmation, payment, refund.
    public func update(_ order: Order) throws {
        let columns =
            Payment.columns
            + ["status", "expires", "holding", "amount_paid", "paid", "refund_owed", "payment_request", "confirmed"]
        let others: [SQLValue] = [
            .text(order.status.rawValue), .optional(order.expires), .int(order.holdsReservation ? 1 : 0),
            .optional(order.amountPaid), .optional(order.paid), .integer(order.refundOwed),
            .optional(order.paymentRequest), .optional(order.confirmation?.confirmed),
            .int(order.event.rawValue), .int(order.number.rawValue),
        ]
        try connection.execute(
            """
            UPDATE ticket_order SET \(Payment.assignments(columns))
            WHERE event = $\(columns.count + 1) AND number = $\(columns.count + 2)
            """, Orders.values(of: order.payment) + others)
    }

    private static func values(of payment: Payment?) -> [SQLValue] {
        payment?.columnValues ?? Payment.columns.map { _ in .null }
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

    /// The number of people whom the tickets in unexpired reservations admit.
    public func reservedPeople(of event: EventNumber, at now: Instant) throws -> Int {
        try connection.first(
            """
            SELECT CAST(coalesce(sum(l.count * l.admits), 0) AS BIGINT) FROM ticket_order o
            JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
            WHERE o.event = $1 AND o.holding = 1 AND o.expires > $2
            """, [.int(event.rawValue), .instant(now)]
        ) { try $0.number(0) } ?? 0
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
        var buyer = Buyer.blank
        try buyer.read(row, from: ownColumns.count)
        buyer = buyer.normalized
        let method = ownColumns.count + Buyer.columns.count
        var payment: Payment?
        if !row.isNull(method) {
            var read = Payment.blank
            try read.read(row, from: method)
            payment = read
        }
        return try Order(
            event: try row.value(0), number: try row.value(1), buyer: buyer, lines: [], currency: row.optionalText(2),
            created: try row.instant(5), request: row.optionalText(11), publicBuyerEmail: row.optionalText(13)
        ).with {
            $0.status = try row.value(4)
            $0.expires = try row.optionalInstant(6)
            $0.holdsReservation = try row.flag(7)
            $0.payment = payment
            $0.amountPaid = row.optionalInteger(8)
            $0.paid = try row.optionalInstant(9)
            $0.refundOwed = Int64(try row.number(10))
            $0.refundPaid = row.integer(columns.count)
            $0.paymentRequest = row.optionalText(12)
            if let address = row.optionalText(14) {
                $0.confirmation = OrderConfirmation(
                    address: address, deadline: try row.instant(15), confirmed: try row.optionalInstant(16))
            }
        }
    }
}
