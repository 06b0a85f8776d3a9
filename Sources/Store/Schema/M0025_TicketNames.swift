extension Migration {
    /// Adds a table of the keys by which a search finds tickets: e-mail addresses, and each word in the names of a
    /// ticket's holder, buyer and guests. The column `packed` is 1 for a key that gate packs can contain, too, and 0
    /// for a key that no gate pack contains. Also adds a table of the requests that have issued tickets, so that a
    /// repeated request issues no more tickets.
    static let m0025TicketNames = Migration(
        number: 25,
        dataMigration: { connection, _, progress in try connection.ticketSearchKeys.backfill(progress) }
    ) { dialect in
        """
        CREATE TABLE ticket_name (
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            name \(dialect.text) NOT NULL,
            -- 0: an e-mail address or a buyer's name, which no pack has.
            packed \(dialect.integer) NOT NULL CHECK (packed IN (0, 1)),
            PRIMARY KEY (event, serial, name)
        )\(dialect.keyed);
        CREATE INDEX ticket_name_name ON ticket_name ((event + 0), name, serial);
        -- The requests that have issued tickets. If a request is repeated, no more tickets are issued. `request` is the
        -- id of the request. `asked` is a text that identifies the request's contents. `serials` has the serials of the
        -- first tickets that the request issued, separated by spaces.
        CREATE TABLE issue_request (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            request \(dialect.text) NOT NULL,
            asked \(dialect.text) NOT NULL,
            tickets \(dialect.integer) NOT NULL,
            people \(dialect.integer) NOT NULL,
            key \(dialect.integer) NOT NULL,
            serials \(dialect.text) NOT NULL,
            PRIMARY KEY (event, request)
        )\(dialect.keyed);
        """
    }
}
