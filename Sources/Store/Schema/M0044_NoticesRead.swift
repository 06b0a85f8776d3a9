extension Migration {
    /// Adds the time at which a user last looked at the page with the messages to this user.
    static let m0044NoticesRead = Migration(number: 44) { dialect in
        """
        -- Null if the user never opened the page.
        ALTER TABLE person ADD COLUMN notices_read \(dialect.integer);
        """
    }
}
