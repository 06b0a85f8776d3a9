extension Migration {
    /// How far files of batches were read back that are not released yet; and the last number that an event gave a batch:
    /// numbers are never given twice, since they stand on paper and in the audit trail.
    static let fifteenth = Migration(number: 15) { words in
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
