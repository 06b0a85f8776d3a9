extension Migration {
    /// Adds the table of refunds that were paid to buyers.
    static let m0026RefundPayments = Migration(number: 26) { dialect in
        """
        CREATE TABLE refund_payment (
            event \(dialect.integer) NOT NULL,
            ticket_order \(dialect.integer) NOT NULL,
            -- The number of the payment within its order, starting at 0.
            number \(dialect.integer) NOT NULL,
            -- In minor units of the order's currency.
            amount \(dialect.integer) NOT NULL CHECK (amount > 0),
            reference \(dialect.text),
            paid \(dialect.integer) NOT NULL,
            -- The id of the request that recorded the payment.
            request \(dialect.text),
            PRIMARY KEY (event, ticket_order, number),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number)
        )\(dialect.keyed);
        """
    }
}
