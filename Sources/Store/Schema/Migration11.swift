extension Migration {
    /// How often a ticket's people may come in, and the index that finds admissions which were taken back.
    static let eleventh = Migration(number: 11) { words in
        """
        ALTER TABLE ticket_type ADD COLUMN reentry \(words.text) NOT NULL DEFAULT 'after-exit';
        CREATE INDEX record_void ON record (event) WHERE verdict = 'void';
        """
    }
}
