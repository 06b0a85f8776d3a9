extension Migration {
    /// Adds the table of the known records of a gate pack: copies of the main store's records, except refusals.
    static let m0027KnownRecords = Migration(number: 27) { dialect in
        """
        -- This table has rows only in a pack: the main store's records, except refusals, as of the time when the pack
        -- was made or last refreshed. These records are not in the pack's own chains. The rows of the table
        -- `place` are derived from these records and the pack's own records together. The table `known_record` has no
        -- columns for request ids and operators, because a pack must not contain them.
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
