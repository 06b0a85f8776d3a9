extension Migration {
    /// Adds the refunds that were paid to the buyers of orders.
    static let m0026RefundPayments = Migration(number: 26) { dialect in
        """
        CREATE TABLE refund_payment (
            event \(dialect.integer) NOT NULL,
            ticket_order \(dialect.integer) NOT NULL,
            -- Of the order, from 0 on.
            number \(dialect.integer) NOT NULL,
            -- In minor units of the order's currency.
            amount \(dialect.integer) NOT NULL CHECK (amount > 0),
            reference \(dialect.text),
            paid \(dialect.integer) NOT NULL,
            -- The id of the request that recorded it.
            request \(dialect.text),
            PRIMARY KEY (event, ticket_order, number),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number)
        )\(dialect.keyed);
        """
    }
}
