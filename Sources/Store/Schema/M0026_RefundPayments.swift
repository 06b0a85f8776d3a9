extension Migration {
    /// Adds the refunds that were paid to the buyers of orders.
    static let m0026RefundPayments = Migration(number: 26) { dialect in
        """
        CREATE TABLE refund_payment (
            event \(dialect.integer) NOT NULL,
            ticket_order \(dialect.integer) NOT NULL,
            -- The number of the refund within its order. The first refund has the number 0.
            number \(dialect.integer) NOT NULL,
            -- The refunded amount, in minor units of the order's currency.
            amount \(dialect.integer) NOT NULL CHECK (amount > 0),
            reference \(dialect.text),
            paid \(dialect.integer) NOT NULL,
            -- The id of the request that recorded the refund. It is null if the request had no id.
            request \(dialect.text),
            PRIMARY KEY (event, ticket_order, number),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number)
        )\(dialect.keyed);
        """
    }
}
