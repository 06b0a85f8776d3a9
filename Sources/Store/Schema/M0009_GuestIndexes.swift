extension Migration {
    /// Replaces some indexes of guests, invitations and orders by indexes that PostgreSQL's planner does not confuse
    /// with the primary key. If the planner had no statistics, it chose any index that begins with the event, and a
    /// lookup by the key then read all guests of the event. The new indexes begin with a sum. Only the queries for
    /// which an index is meant contain this sum. Also adds a row for each guest list, which transactions can lock.
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

        -- How often they were told of their invitations: each time is another notice.
        ALTER TABLE guest ADD COLUMN told \(dialect.integer) NOT NULL DEFAULT 0;
        """
    }
}
