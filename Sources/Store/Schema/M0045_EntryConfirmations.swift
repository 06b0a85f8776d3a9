extension Migration {
    /// Adds, for each event, the channels by which the holders of tickets get a message after each entry.
    static let m0045EntryConfirmations = Migration(number: 45) { dialect in
        """
        ALTER TABLE event ADD COLUMN entry_confirmation \(dialect.text) NOT NULL DEFAULT 'off';
        """
    }
}
