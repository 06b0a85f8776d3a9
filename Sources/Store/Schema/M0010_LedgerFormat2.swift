extension Migration {
    /// Adds format 2 of the ledger: the columns that are needed to derive a ticket's history from the records of all
    /// devices, and an index for finding these records. Also adds columns to the table `place`, which is called
    /// `admission_slot` today. For existing rows, `m0028PlainNames` fills these columns.
    static let m0010LedgerFormat2 = Migration(number: 10) { dialect in
        """
        ALTER TABLE record ADD COLUMN allowed \(dialect.integer);
        ALTER TABLE record ADD COLUMN reentry \(dialect.text);
        ALTER TABLE record ADD COLUMN about \(dialect.integer);
        ALTER TABLE record ADD COLUMN reverses_device \(dialect.blob);
        ALTER TABLE record ADD COLUMN reverses_sequence \(dialect.integer);
        ALTER TABLE record ADD COLUMN learned \(dialect.text);
        CREATE INDEX record_ticket ON record (event, serial) WHERE verdict <> 'refuse';

        -- `entries` is the number of admissions to the slot (formerly “place”). `clock` is the hybrid clock
        -- (Docs/Gate.md, “Time”) of the last record that occupied or freed the slot. It is 0 until it is derived from
        -- the records.
        ALTER TABLE place ADD COLUMN entries \(dialect.integer) NOT NULL DEFAULT 1 CHECK (entries > 0);
        ALTER TABLE place ADD COLUMN clock \(dialect.integer) NOT NULL DEFAULT 0;
        """
    }
}
