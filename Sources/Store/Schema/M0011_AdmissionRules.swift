extension Migration {
    /// Re-entry rules, entry hours and gate notes of ticket types; limits for people inside, and the counters for them;
    /// the index that finds undone admissions.
    static let m0011AdmissionRules = Migration(number: 11) { words in
        """
        ALTER TABLE ticket_type ADD COLUMN reentry \(words.text) NOT NULL DEFAULT 'after-exit';
        ALTER TABLE ticket_type ADD COLUMN hours \(words.text);
        ALTER TABLE ticket_type ADD COLUMN gate_note \(words.text);
        ALTER TABLE event ADD COLUMN limit_inside \(words.integer) CHECK (limit_inside > 0);
        ALTER TABLE event_function ADD COLUMN capacity \(words.integer) CHECK (capacity > 0);
        -- People inside, where a limit is set: for each day on which places begin, and in a row of day 0 always.
        CREATE TABLE occupancy (
            event \(words.integer) NOT NULL,
            function \(words.integer) NOT NULL,
            day \(words.integer) NOT NULL,
            inside \(words.integer) NOT NULL,
            PRIMARY KEY (event, function, day)
        )\(words.keyed);
        CREATE INDEX record_void ON record (event) WHERE verdict = 'void';
        """
    }
}
