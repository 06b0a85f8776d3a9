extension Migration {
    /// How often and at which hours a type's people may come in, and what the gate is told of them; and the index that finds admissions which were taken back.
    static let eleventh = Migration(number: 11) { words in
        """
        ALTER TABLE ticket_type ADD COLUMN reentry \(words.text) NOT NULL DEFAULT 'after-exit';
        ALTER TABLE ticket_type ADD COLUMN hours \(words.text);
        ALTER TABLE ticket_type ADD COLUMN gate_note \(words.text);
        CREATE INDEX record_void ON record (event) WHERE verdict = 'void';
        """
    }
}
