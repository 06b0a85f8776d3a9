extension Migration {
    /// The last number that an event gave a function: numbers are never given twice, since the ledger knows functions by
    /// them.
    static let sixth = Migration(number: 6) { words in
        """
        ALTER TABLE event ADD COLUMN last_function \(words.integer) NOT NULL DEFAULT 0;
        UPDATE event SET last_function =
            coalesce((SELECT max(number) FROM event_function WHERE event_function.event = event.number), 0);
        """
    }
}
