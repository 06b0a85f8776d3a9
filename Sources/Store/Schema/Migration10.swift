import Ticketing

extension Migration {
    /// The ledger's format 2: what is needed to follow a ticket's history again, wherever its records come from; and the
    /// index that finds them.
    static let tenth = Migration(number: 10, completion: countAgain) { words in
        """
        ALTER TABLE record ADD COLUMN allowed \(words.integer);
        ALTER TABLE record ADD COLUMN reentry \(words.text);
        ALTER TABLE record ADD COLUMN about \(words.integer);
        ALTER TABLE record ADD COLUMN reverses_device \(words.blob);
        ALTER TABLE record ADD COLUMN reverses_sequence \(words.integer);
        ALTER TABLE record ADD COLUMN learned \(words.text);
        CREATE INDEX record_ticket ON record (event, serial) WHERE verdict <> 'refuse';

        -- How often a place was taken, and the hybrid clock of the last record about it.
        ALTER TABLE place ADD COLUMN entries \(words.integer) NOT NULL DEFAULT 1 CHECK (entries > 0);
        ALTER TABLE place ADD COLUMN clock \(words.integer) NOT NULL DEFAULT 0;
        """
    }

    /// Places that were there are counted from the records; what does not follow from them stays, to be found.
    private static let countAgain: @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void = {
        connection, _, progress in
        var tickets = 0
        try connection.ledger.forEachHistory { ticket, history, _ in
            for place in history.places { try connection.places.correct(place, of: ticket) }
            tickets += 1
            if tickets.isMultiple(of: 1000) { progress(tickets) }
        }
    }
}
