extension Migration {
    /// Adds the highest sub-event number that each event has ever used. Sub-event numbers are never reused, because
    /// records of the ledger refer to them.
    static let m0006SubEventNumbers = Migration(number: 6) { dialect in
        """
        ALTER TABLE event ADD COLUMN last_function \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE event SET last_function =
            coalesce((SELECT max(number) FROM event_function WHERE event_function.event = event.number), 0);
        """
    }
}
