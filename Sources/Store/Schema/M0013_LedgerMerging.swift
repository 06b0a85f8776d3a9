extension Migration {
    /// Adds tables for merging the ledgers of several stores: branches of chains (if a device was copied), double
    /// admissions, and the counters of other stores.
    static let m0013LedgerMerging = Migration(number: 13) { dialect in
        """
        -- A chain that left another's. Its records have its id, and their hashes know the device as it calls itself.
        CREATE TABLE chain_branch (
            id \(dialect.blob) PRIMARY KEY,
            origin \(dialect.blob) NOT NULL,
            parent \(dialect.blob) NOT NULL,
            base \(dialect.integer) NOT NULL CHECK (base >= 0)
        )\(dialect.keyed);

        -- Admissions for which there was no place, beside the first that their device did not know of. Derived from the
        -- ledger, but for those that were reported by another store, whose records are not all here.
        CREATE TABLE conflict (
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            function \(dialect.integer) NOT NULL,
            later_device \(dialect.blob) NOT NULL,
            later_sequence \(dialect.integer) NOT NULL,
            later_at \(dialect.integer) NOT NULL,
            later_gate \(dialect.text) NOT NULL,
            later_clock \(dialect.integer) NOT NULL,
            earlier_device \(dialect.blob) NOT NULL,
            earlier_sequence \(dialect.integer) NOT NULL,
            earlier_at \(dialect.integer) NOT NULL,
            earlier_gate \(dialect.text) NOT NULL,
            earlier_clock \(dialect.integer) NOT NULL,
            people \(dialect.integer) NOT NULL CHECK (people > 0),
            reported \(dialect.integer) NOT NULL CHECK (reported IN (0, 1)),
            PRIMARY KEY (event, serial, function, later_device, later_sequence)
        )\(dialect.keyed);

        -- Whether there is such a row: a gate reads it with the ticket.
        ALTER TABLE ticket ADD COLUMN disputed \(dialect.integer) NOT NULL DEFAULT 0 CHECK (disputed IN (0, 1));

        -- What scan_counter is in other stores, by the device that keeps it there.
        CREATE TABLE learned_counter (
            device \(dialect.blob) NOT NULL,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            reason \(dialect.text) NOT NULL,
            count \(dialect.integer) NOT NULL,
            PRIMARY KEY (device, event, gate, reason)
        )\(dialect.keyed);

        -- How far a device's wall clock is ahead of this store's, in milliseconds, as far as is known, and before when it
        -- can't have written anything.
        CREATE TABLE device_clock (
            device \(dialect.blob) PRIMARY KEY,
            name \(dialect.text),
            made \(dialect.integer),
            least \(dialect.integer),
            most \(dialect.integer)
        )\(dialect.keyed);
        """
    }
}
