extension Migration {
    /// Adds a table that is used only in gate packs (files with which gates work without the main store). It contains
    /// the records of the main store's ledger that the pack knows.
    static let m0027KnownRecords = Migration(number: 27) { dialect in
        """
        -- In a pack only: the records of its office, without refusals, as of its making or last refresh. They belong to none
        -- of its chains. Places follow from them and from its own records together. Requests and operators stay at the office.
        CREATE TABLE known_record (
            device \(dialect.blob) NOT NULL,
            sequence \(dialect.integer) NOT NULL,
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            issue \(dialect.integer) NOT NULL,
            type \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            place \(dialect.integer),
            count \(dialect.integer) NOT NULL,
            used \(dialect.integer) NOT NULL,
            direction \(dialect.text) NOT NULL,
            verdict \(dialect.text) NOT NULL,
            reason \(dialect.text),
            gate \(dialect.text) NOT NULL,
            wall_clock \(dialect.integer) NOT NULL,
            hybrid_clock \(dialect.integer) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            allowed \(dialect.integer),
            reentry \(dialect.text),
            about \(dialect.integer),
            reverses_device \(dialect.blob),
            reverses_sequence \(dialect.integer),
            learned \(dialect.text),
            PRIMARY KEY (device, sequence)
        )\(dialect.keyed);
        CREATE INDEX known_record_ticket ON known_record (event, serial);
        """
    }
}
