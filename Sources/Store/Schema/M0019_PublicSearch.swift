extension Migration {
    /// Adds an index for the public search, which finds published public events by their words, cities and categories.
    /// Also adds a single user who stands for all anonymous visitors in the audit trail.
    static let m0019PublicSearch = Migration(
        number: 19,
        dataMigration: { connection, _, progress in try connection.eventTerms.backfill(progress) }
    ) { dialect in
        """
        CREATE TABLE visitor (
            one \(dialect.integer) PRIMARY KEY CHECK (one = 1),
            person \(dialect.integer) NOT NULL REFERENCES person (id)
        )\(dialect.rows);
        -- Of a long event several rows, each at the beginning of one of its months: whoever looks for what goes on at some
        -- moment finds one of them a little before it.
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
