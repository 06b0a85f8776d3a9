extension Migration {
    /// Adds the stored versions of headcounts.
    static let m0036Headcounts = Migration(number: 36) { dialect in
        """
        -- Rows are only added, never changed.
        CREATE TABLE headcount (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            frozen_at \(dialect.integer) NOT NULL,
            frozen_by \(dialect.integer) NOT NULL REFERENCES person (id),
            note \(dialect.text),
            -- The SHA-256 digest of the content.
            digest \(dialect.blob) NOT NULL,
            -- The numbers as JSON (CelebrationHeadcount).
            content \(dialect.text) NOT NULL,
            PRIMARY KEY (event, number)
        )\(dialect.rows);
        """
    }
}
