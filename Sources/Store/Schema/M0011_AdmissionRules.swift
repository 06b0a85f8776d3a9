extension Migration {
    /// Adds rules for re-entry, entry hours and notes for gates to ticket types. Also adds limits for the number of
    /// people inside, the counts of these people, and an index for finding undone admissions.
    static let m0011AdmissionRules = Migration(number: 11) { dialect in
        """
        ALTER TABLE ticket_type ADD COLUMN reentry \(dialect.text) NOT NULL DEFAULT 'after-exit';
        ALTER TABLE ticket_type ADD COLUMN hours \(dialect.text);
        ALTER TABLE ticket_type ADD COLUMN gate_note \(dialect.text);
        ALTER TABLE event ADD COLUMN limit_inside \(dialect.integer) CHECK (limit_inside > 0);
        ALTER TABLE event_function ADD COLUMN capacity \(dialect.integer) CHECK (capacity > 0);
        -- People inside, where a limit is set: for each day on which places begin, and in a row of day 0 always.
        CREATE TABLE occupancy (
            event \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            day \(dialect.integer) NOT NULL,
            inside \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, function, day)
        )\(dialect.keyed);
        CREATE INDEX record_void ON record (event) WHERE verdict = 'void';
        """
    }
}
