extension Migration {
    /// Adds the table of the recipients who have turned on messages that suggest events. The table
    /// `message_recipient` stores the preferences of a recipient as one text, so a query of that table cannot find
    /// these recipients.
    static let m0056SuggestionTimes = Migration(number: 56) { dialect in
        """
        CREATE TABLE suggestion_time (
            kind \(dialect.text) NOT NULL,
            recipient \(dialect.text) NOT NULL REFERENCES message_recipient (address) ON DELETE CASCADE,
            -- The time at which the next message of this kind is due. 0 if the program has not determined it yet.
            due \(dialect.integer) NOT NULL,
            PRIMARY KEY (kind, recipient)
        )\(dialect.keyed);
        CREATE INDEX suggestion_time_due ON suggestion_time (due, kind, recipient);
        CREATE INDEX suggestion_time_recipient ON suggestion_time (recipient);
        """
    }
}
