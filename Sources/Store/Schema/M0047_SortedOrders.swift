extension Migration {
    /// Adds the columns by which lists of orders are sorted: the buyer's name without case and accents, and the number
    /// of tickets. Fills them for existing orders.
    static let m0047SortedOrders = Migration(
        number: 47,
        dataMigration: { connection, _, progress in try connection.orders.backfillFoldedBuyers(progress) }
    ) { dialect in
        """
        ALTER TABLE ticket_order ADD COLUMN folded_buyer \(dialect.text) NOT NULL DEFAULT '';
        ALTER TABLE ticket_order ADD COLUMN tickets \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE ticket_order SET tickets = coalesce((SELECT CAST(sum(l.count) AS BIGINT) FROM order_line l
            WHERE l.event = ticket_order.event AND l.ticket_order = ticket_order.number), 0);
        """
    }
}
