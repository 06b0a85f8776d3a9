extension Migration {
    /// Adds the time until which an event keeps the unpaid reservations of visitors.
    static let m0042PaymentDeadlines = Migration(number: 42) { dialect in
        """
        -- Null if the reservations expire 30 minutes after the doors open.
        ALTER TABLE event ADD COLUMN pay_by \(dialect.integer);
        """
    }
}
