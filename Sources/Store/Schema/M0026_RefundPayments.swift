extension Migration {
    /// Refunds that were paid to buyers.
    static let m0026RefundPayments = Migration(number: 26) { words in
        """
        CREATE TABLE refund_payment (
            event \(words.integer) NOT NULL,
            ticket_order \(words.integer) NOT NULL,
            -- Of the order, from 0 on.
            number \(words.integer) NOT NULL,
            -- In minor units of the order's currency.
            amount \(words.integer) NOT NULL CHECK (amount > 0),
            reference \(words.text),
            paid \(words.integer) NOT NULL,
            -- The id of the request that recorded it.
            request \(words.text),
            PRIMARY KEY (event, ticket_order, number),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number)
        )\(words.keyed);
        """
    }
}
