extension Migration {
    /// Indexes that a key's columns don't fit. On a server without statistics, all indexes that begin with the event
    /// seemed as good as the key itself, and a look-up walked all of an event's guests. These begin with a sum, which only
    /// those who mean it write. The guest list has a row of its own for those who take turns at it.
    static let ninth = Migration(number: 9) { words in
        """
        DROP INDEX IF EXISTS guest_name;
        CREATE INDEX guest_name ON guest ((event + 0), folded_name, number);
        DROP INDEX IF EXISTS invitation_function;
        CREATE INDEX invitation_function ON invitation ((event + 0), function);
        DROP INDEX IF EXISTS ticket_order_created;
        CREATE INDEX ticket_order_created ON ticket_order ((event + 0), created, number);

        CREATE TABLE guest_list (
            event \(words.integer) PRIMARY KEY REFERENCES event (number)
        )\(words.rows);

        -- How often they were told of their invitations: each time is another notice.
        ALTER TABLE guest ADD COLUMN told \(words.integer) NOT NULL DEFAULT 0;
        """
    }
}
