extension Migration {
    /// Adds a table of rendered files that are not released yet. For each file, the table has the number of sheets that
    /// are already verified. Also adds the highest batch number that each event has used. Batch numbers are never
    /// reused, because they are printed on paper and recorded in the audit trail.
    static let m0015BatchNumbers = Migration(number: 15) { dialect in
        """
        CREATE TABLE drawn_file (
            event \(dialect.integer) NOT NULL,
            batch \(dialect.integer) NOT NULL,
            number \(dialect.integer) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            reading \(dialect.text) NOT NULL,
            sheets \(dialect.integer) NOT NULL CHECK (sheets >= 0),
            PRIMARY KEY (event, batch, number)
        )\(dialect.keyed);
        ALTER TABLE event ADD COLUMN last_batch \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE event SET last_batch =
            coalesce((SELECT max(number) FROM print_batch WHERE print_batch.event = event.number), 0);
        """
    }
}
