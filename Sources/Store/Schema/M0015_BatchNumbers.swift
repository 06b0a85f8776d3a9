extension Migration {
    /// How far unreleased files of a batch were verified, and the last batch number of each event. Numbers are never
    /// reused, because they are printed on paper and recorded in the audit trail.
    static let m0015BatchNumbers = Migration(number: 15) { words in
        """
        CREATE TABLE drawn_file (
            event \(words.integer) NOT NULL,
            batch \(words.integer) NOT NULL,
            number \(words.integer) NOT NULL,
            hash \(words.blob) NOT NULL,
            reading \(words.text) NOT NULL,
            sheets \(words.integer) NOT NULL CHECK (sheets >= 0),
            PRIMARY KEY (event, batch, number)
        )\(words.keyed);
        ALTER TABLE event ADD COLUMN last_batch \(words.integer) NOT NULL DEFAULT 0;
        UPDATE event SET last_batch =
            coalesce((SELECT max(number) FROM print_batch WHERE print_batch.event = event.number), 0);
        """
    }
}
