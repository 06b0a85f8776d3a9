extension Migration {
    /// Adds the order in which the ticket types of an event are listed, and the highest number of a ticket type that
    /// was removed from an event. Ticket type numbers are never reused, because tokens and records of the ledger
    /// contain them.
    static let m0029TypeOrder = Migration(number: 29) { dialect in
        """
        ALTER TABLE ticket_type ADD COLUMN list_order \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE ticket_type SET list_order = number;
        ALTER TABLE event ADD COLUMN last_removed_type \(dialect.integer) NOT NULL DEFAULT -1;
        """
    }
}
