public import Ticketing

extension Orders {
    /// The paid orders of one payment method and currency.
    public struct PaymentSums: Hashable, Sendable {
        public let method: Payment.Method
        /// The currency of the amounts; nil if the orders are free of charge.
        public let currency: String?
        public let orders: Int
        /// The number of tickets that were ordered, including tickets that were cancelled or refunded later.
        public let tickets: Int
        /// The amount paid, before refunds, in minor units.
        public let paid: Int64
        /// The amount to refund for these orders, in minor units, whether or not it was refunded already.
        public let refunds: Int64
    }

    /// The sums of an event's paid orders for each payment method and currency, sorted by both; orders without a
    /// currency come first. Reads all orders of the event once.
    public func paymentSums(of event: EventNumber) throws -> [PaymentSums] {
        try connection.all(
            """
            SELECT method, currency, count(*), CAST(sum(tickets) AS BIGINT),
                CAST(coalesce(sum(amount_paid), 0) AS BIGINT), CAST(coalesce(sum(refund_owed), 0) AS BIGINT)
            FROM ticket_order WHERE event = $1 AND paid IS NOT NULL AND method IS NOT NULL
            GROUP BY method, currency ORDER BY method, coalesce(currency, '')
            """, [.int(event.rawValue)]
        ) { row in
            PaymentSums(
                method: try row.value(0), currency: row.optionalText(1), orders: try row.number(2),
                tickets: try row.number(3), paid: row.integer(4), refunds: row.integer(5))
        }
    }
}
