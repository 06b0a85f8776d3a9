extension Migration {
    /// Adds the consents of recipients to get the news of organizers, and the requests for news by visitors who have
    /// not confirmed their reservations yet. Also adds a column to the table of large audiences
    /// (`m0037NoticeAudiences`). If an audience consists of recipients with a consent, the column has the last address
    /// to which a notice was queued.
    static let m0041NewsConsents = Migration(number: 41) { dialect in
        """
        -- The requests for news that visitors have made together with reservations that are not confirmed yet. A
        -- request is not a consent until the reservation is confirmed.
        CREATE TABLE news_request (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            ticket_order \(dialect.integer) NOT NULL,
            -- The version of the text with which the visitor agreed.
            text_version \(dialect.integer) NOT NULL CHECK (text_version > 0),
            asked \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, ticket_order)
        )\(dialect.keyed);
        CREATE INDEX news_request_asked ON news_request (asked);
        -- The consents. With a consent, the owner of an e-mail address has agreed to get the news of an organizer.
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
        -- The last address to which a notice is queued, in an audience of recipients with consents. Empty if no notice
        -- is queued yet. Null if all notices are queued, and for an audience of an event's people.
        ALTER TABLE notice_audience ADD COLUMN address \(dialect.text);
        """
    }
}
