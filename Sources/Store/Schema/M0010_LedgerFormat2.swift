import Ticketing

extension Migration {
    /// Format 2 of the ledger: columns for deriving a ticket's history from records of any origin, and the index that
    /// finds these records.
    static let m0010LedgerFormat2 = Migration(number: 10, dataMigration: countAgain) { words in
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

    /// Derives existing slots again from the records. A slot that does not follow from them is kept, so that a check
    /// finds it.
    private static let countAgain: @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void = {
        connection, _, progress in
        var tickets = 0
        try connection.ledger.forEachHistory { ticket, history, _ in
            for place in history.slots { try connection.slots.correct(place, of: ticket) }
            tickets += 1
            if tickets.isMultiple(of: 1000) { progress(tickets) }
        }
    }
}
