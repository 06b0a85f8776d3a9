extension Migration {
    /// Indexes that can't be confused with the primary key. On a server without statistics, every index that begins
    /// with the event seemed as good as the key, and a lookup read all of an event's guests. These indexes begin with a
    /// sum, which only the queries that need them contain. The guest list also gets a row that transactions can lock.
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
