extension Migration {
    /// Adds a table of large audiences. An audience consists of all people who must get a message. The table contains
    /// the audiences for which some notices are not queued yet. The key of each notice consists of the column
    /// `key_prefix` and the address of the recipient.
    static let m0037NoticeAudiences = Migration(number: 37) { dialect in
        """
        -- A row is removed when all notices are queued.
        CREATE TABLE notice_audience (
            -- The beginning of the keys of the notices. The recipient follows.
            key_prefix \(dialect.text) PRIMARY KEY,
            organizer \(dialect.integer) NOT NULL,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            kind \(dialect.text) NOT NULL,
            -- The code of the audience (NoticeAudience). Null for everybody whom a change of the event concerns.
            audience \(dialect.text),
            payload \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            due \(dialect.integer) NOT NULL,
            -- The number of recipients when the row was added.
            recipients \(dialect.integer) NOT NULL CHECK (recipients > 0),
            -- The serial of the last ticket and the number of the last guest whose notices are queued; 0 before the
            -- first one. Null if no tickets, or no guests, are left.
            ticket \(dialect.integer),
            guest \(dialect.integer)
        )\(dialect.rows);
        """
    }
}
