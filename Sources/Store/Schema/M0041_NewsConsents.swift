extension Migration {
    /// Adds the consents of recipients to get the news of organizers, and the position in a large audience of such
    /// recipients.
    static let m0041NewsConsents = Migration(number: 41) { dialect in
        """
        -- A visitor has ticked the box for news with a reservation that is not confirmed yet. A row alone is no consent.
        CREATE TABLE news_request (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            ticket_order \(dialect.integer) NOT NULL,
            -- The version of the text with which the visitor agreed.
            text_version \(dialect.integer) NOT NULL CHECK (text_version > 0),
            asked \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, ticket_order)
        )\(dialect.keyed);
        CREATE INDEX news_request_asked ON news_request (asked);
        -- The owner of an e-mail address has agreed to get the news of an organizer.
        CREATE TABLE news_consent (
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            address \(dialect.text) NOT NULL,
            text_version \(dialect.integer) NOT NULL CHECK (text_version > 0),
            given \(dialect.integer) NOT NULL,
            -- When the recipient ended the consent. Null for an active consent.
            ended \(dialect.integer),
            PRIMARY KEY (organizer, address)
        )\(dialect.keyed);
        CREATE INDEX news_consent_address ON news_consent (address);
        -- The last address with a consent whose notice is queued; empty before the first one. Null if no addresses are
        -- left, and for an audience of an event's people.
        ALTER TABLE notice_audience ADD COLUMN address \(dialect.text);
        """
    }
}
