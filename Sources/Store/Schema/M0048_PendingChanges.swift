extension Migration {
    /// Adds the tables of pending changes.
    static let m0048PendingChanges = Migration(number: 48) { dialect in
        """
        CREATE TABLE pending_change (
            id \(dialect.integer) NOT NULL PRIMARY KEY,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            -- The member who asked for the change.
            person \(dialect.integer) NOT NULL REFERENCES person (id),
            action \(dialect.text) NOT NULL,
            note \(dialect.text),
            created \(dialect.integer) NOT NULL,
            -- The time at which the change is made.
            due \(dialect.integer) NOT NULL,
            -- The end of the lease of the process that makes the change; null if no process has begun to make it.
            lease \(dialect.integer)
        )\(dialect.rows);
        CREATE INDEX pending_change_due ON pending_change (due, id);
        -- The orders and tickets that a pending change still has to change. Each of them has at most one pending change.
        CREATE TABLE pending_subject (
            event \(dialect.integer) NOT NULL,
            kind \(dialect.text) NOT NULL CHECK (kind IN ('order', 'ticket')),
            -- The number of the order, or the serial of the ticket.
            number \(dialect.integer) NOT NULL,
            change_id \(dialect.integer) NOT NULL REFERENCES pending_change (id),
            -- The codes of the order's tickets to refund, separated by spaces. Null for all active tickets.
            tickets \(dialect.text),
            PRIMARY KEY (event, kind, number)
        )\(dialect.keyed);
        CREATE INDEX pending_subject_change ON pending_subject (change_id, number);
        """
    }
}
