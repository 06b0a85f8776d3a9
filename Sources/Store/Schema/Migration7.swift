extension Migration {
    /// What tickets and orders were before their event ended: a deletion that is taken back brings them back so.
    static let seventh = Migration(number: 7) { words in
        """
        ALTER TABLE ticket ADD COLUMN status_before \(words.text);
        ALTER TABLE ticket ADD COLUMN since_before \(words.integer);
        ALTER TABLE ticket ADD COLUMN note_before \(words.text);
        ALTER TABLE ticket_order ADD COLUMN ended \(words.integer);
        ALTER TABLE ticket_order ADD COLUMN status_before \(words.text);
        ALTER TABLE ticket_order ADD COLUMN owed_before \(words.integer);
        """
    }
}
