extension Migration {
    /// Search keys of tickets: e-mail addresses, and each word of the names of the holder, the guests whom the ticket
    /// admits, and the buyer.
    static let m0025TicketNames = Migration(
        number: 25,
        dataMigration: { connection, _, progress in try connection.ticketSearchKeys.backfill(progress) }
    ) { words in
        """
        CREATE TABLE ticket_name (
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            name \(words.text) NOT NULL,
            -- 0: an e-mail address or a buyer's name, which no pack has.
            packed \(words.integer) NOT NULL CHECK (packed IN (0, 1)),
            PRIMARY KEY (event, serial, name)
        )\(words.keyed);
        CREATE INDEX ticket_name_name ON ticket_name ((event + 0), name, serial);
        -- Requests that have issued tickets: one that is delivered again issues none.
        CREATE TABLE issue_request (
            event \(words.integer) NOT NULL REFERENCES event (number),
            request \(words.text) NOT NULL,
            asked \(words.text) NOT NULL,
            tickets \(words.integer) NOT NULL,
            people \(words.integer) NOT NULL,
            key \(words.integer) NOT NULL,
            serials \(words.text) NOT NULL,
            PRIMARY KEY (event, request)
        )\(words.keyed);
        """
    }
}
