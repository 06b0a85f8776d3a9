extension Migration {
    /// Adds a table for the public search, which finds published public events by their words, cities and categories.
    /// Also adds a table with a single row, which contains the id of a user. In the audit trail, this user represents
    /// all anonymous visitors.
    static let m0019PublicSearch = Migration(
        number: 19,
        dataMigration: { connection, _, progress in try connection.eventTerms.backfill(progress) }
    ) { dialect in
        """
        CREATE TABLE visitor (
            one \(dialect.integer) PRIMARY KEY CHECK (one = 1),
            person \(dialect.integer) NOT NULL REFERENCES person (id)
        )\(dialect.rows);
        -- The search terms of events. `anchor` is the start of the event. An event that lasts longer than 31 days has
        -- several rows for each term, and their anchors are 31 days apart. A search for the events in progress at a
        -- moment reads the rows with an anchor in the 31 days before that moment, and so finds each of these events
        -- once.
        CREATE TABLE event_term (
            term \(dialect.text) NOT NULL,
            anchor \(dialect.integer) NOT NULL,
            event \(dialect.integer) NOT NULL,
            PRIMARY KEY (term, anchor, event)
        )\(dialect.keyed);
        CREATE INDEX event_term_event ON event_term (event);
        """
    }
}
