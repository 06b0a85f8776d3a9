extension Migration {
    /// Adds the browsers in which each user has signed in before; attempts to sign in from such a browser are limited
    /// separately. Also adds a mark for the ticket types that visitors can reserve, and the visitor of each order, so
    /// that the reservations of one visitor can be limited.
    static let m0022VisitorLimits = Migration(number: 22) { dialect in
        """
        CREATE TABLE known_browser (
            hash \(dialect.blob) PRIMARY KEY,
            person \(dialect.integer) NOT NULL REFERENCES person (id),
            seen \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        CREATE INDEX known_browser_person ON known_browser (person, seen);
        CREATE INDEX known_browser_seen ON known_browser (seen);
        ALTER TABLE ticket_type ADD COLUMN door_reservations \(dialect.integer) NOT NULL DEFAULT 0
            CHECK (door_reservations IN (0, 1));
        -- The normalized e-mail address of the visitor who made the reservation. It is null if the organizer created
        -- the order.
        ALTER TABLE ticket_order ADD COLUMN visitor \(dialect.text);
        UPDATE ticket_order SET visitor = email WHERE request LIKE 'web %';
        CREATE INDEX ticket_order_visitor ON ticket_order (event, visitor) WHERE visitor IS NOT NULL;
        CREATE INDEX ticket_order_unconfirmed ON ticket_order (event, status, created) WHERE visitor IS NOT NULL;
        """
    }
}
