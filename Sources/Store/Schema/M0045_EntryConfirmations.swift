extension Migration {
    /// Adds the channels by which an event confirms entries to the holders of the tickets.
    static let m0045EntryConfirmations = Migration(number: 45) { dialect in
        """
        ALTER TABLE event ADD COLUMN entry_confirmation \(dialect.text) NOT NULL DEFAULT 'off';
        """
    }
}
