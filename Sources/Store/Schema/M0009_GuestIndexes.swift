extension Migration {
    /// Replaces some indexes of guests, invitations and orders. The old indexes begin with the event's number, as the
    /// primary key does. If PostgreSQL's planner had no statistics, it sometimes chose such an index for a lookup by
    /// the primary key. The lookup then read all guests of the event. The new indexes begin with a sum instead,
    /// `event + 0`. The planner uses a new index only for queries that contain this sum.
    ///
    /// Also adds a table with one row for each guest list. A transaction that changes a guest list locks its row.
    static let m0009GuestIndexes = Migration(number: 9) { dialect in
        """
        DROP INDEX IF EXISTS guest_name;
        CREATE INDEX guest_name ON guest ((event + 0), folded_name, number);
        DROP INDEX IF EXISTS invitation_function;
        CREATE INDEX invitation_function ON invitation ((event + 0), function);
        DROP INDEX IF EXISTS ticket_order_created;
        CREATE INDEX ticket_order_created ON ticket_order ((event + 0), created, number);

        CREATE TABLE guest_list (
            event \(dialect.integer) PRIMARY KEY REFERENCES event (number)
        )\(dialect.rows);

        -- The number of times that the guest was notified of their invitations. The key of a notice contains this
        -- number, so that the same guest can get several notices.
        ALTER TABLE guest ADD COLUMN told \(dialect.integer) NOT NULL DEFAULT 0;
        """
    }
}
