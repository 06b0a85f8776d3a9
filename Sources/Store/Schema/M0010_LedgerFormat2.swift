extension Migration {
    /// Format 2 of the ledger: columns for deriving a ticket's history from records of any origin, and the index that
    /// finds these records. `m0028PlainNames` fills the columns of existing slots.
    static let m0010LedgerFormat2 = Migration(number: 10) { dialect in
        """
        ALTER TABLE record ADD COLUMN allowed \(dialect.integer);
        ALTER TABLE record ADD COLUMN reentry \(dialect.text);
        ALTER TABLE record ADD COLUMN about \(dialect.integer);
        ALTER TABLE record ADD COLUMN reverses_device \(dialect.blob);
        ALTER TABLE record ADD COLUMN reverses_sequence \(dialect.integer);
        ALTER TABLE record ADD COLUMN learned \(dialect.text);
        CREATE INDEX record_ticket ON record (event, serial) WHERE verdict <> 'refuse';

        -- How often a place was taken, and the hybrid clock of the last record about it.
        ALTER TABLE place ADD COLUMN entries \(dialect.integer) NOT NULL DEFAULT 1 CHECK (entries > 0);
        ALTER TABLE place ADD COLUMN clock \(dialect.integer) NOT NULL DEFAULT 0;
        """
    }
}
