extension Migration {
    /// Adds three columns to ticket types: the rule for re-entry, the hours of entry, and a note for gate staff. Also
    /// adds limits for the number of people inside, the counts of these people, and an index for finding the records
    /// that undo admissions.
    static let m0011AdmissionRules = Migration(number: 11) { dialect in
        """
        ALTER TABLE ticket_type ADD COLUMN reentry \(dialect.text) NOT NULL DEFAULT 'after-exit';
        ALTER TABLE ticket_type ADD COLUMN hours \(dialect.text);
        ALTER TABLE ticket_type ADD COLUMN gate_note \(dialect.text);
        ALTER TABLE event ADD COLUMN limit_inside \(dialect.integer) CHECK (limit_inside > 0);
        ALTER TABLE event_function ADD COLUMN capacity \(dialect.integer) CHECK (capacity > 0);
        -- The number of people inside an event or sub-event that has a limit. `function` is the number of the
        -- sub-event, and 0 is the event itself. Some tickets have separate places for each day. The people on the
        -- places of one day are counted in a row of their own, and `day` is the number of that day's first place. The
        -- people on all other places are counted in the row with day 0. If this row is missing, the people were not
        -- counted yet, and a gate must count them.
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
