extension Migration {
    /// Tables for merging ledgers: branches of chains, double admissions, and the counters of other stores.
    static let m0013LedgerMerging = Migration(number: 13) { words in
        """
        -- A chain that left another's. Its records have its id, and their hashes know the device as it calls itself.
        CREATE TABLE chain_branch (
            id \(words.blob) PRIMARY KEY,
            origin \(words.blob) NOT NULL,
            parent \(words.blob) NOT NULL,
            base \(words.integer) NOT NULL CHECK (base >= 0)
        )\(words.keyed);

        -- Admissions for which there was no place, beside the first that their device did not know of. Derived from the
        -- ledger, but for those that were reported by another store, whose records are not all here.
        CREATE TABLE conflict (
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            function \(words.integer) NOT NULL,
            later_device \(words.blob) NOT NULL,
            later_sequence \(words.integer) NOT NULL,
            later_at \(words.integer) NOT NULL,
            later_gate \(words.text) NOT NULL,
            later_clock \(words.integer) NOT NULL,
            earlier_device \(words.blob) NOT NULL,
            earlier_sequence \(words.integer) NOT NULL,
            earlier_at \(words.integer) NOT NULL,
            earlier_gate \(words.text) NOT NULL,
            earlier_clock \(words.integer) NOT NULL,
            people \(words.integer) NOT NULL CHECK (people > 0),
            reported \(words.integer) NOT NULL CHECK (reported IN (0, 1)),
            PRIMARY KEY (event, serial, function, later_device, later_sequence)
        )\(words.keyed);

        -- Whether there is such a row: a gate reads it with the ticket.
        ALTER TABLE ticket ADD COLUMN disputed \(words.integer) NOT NULL DEFAULT 0 CHECK (disputed IN (0, 1));

        -- What scan_counter is in other stores, by the device that keeps it there.
        CREATE TABLE learned_counter (
            device \(words.blob) NOT NULL,
            event \(words.integer) NOT NULL REFERENCES event (number),
            gate \(words.text) NOT NULL,
            reason \(words.text) NOT NULL,
            count \(words.integer) NOT NULL,
            PRIMARY KEY (device, event, gate, reason)
        )\(words.keyed);

        -- How far a device's wall clock is ahead of this store's, in milliseconds, as far as is known, and before when it
        -- can't have written anything.
        CREATE TABLE device_clock (
            device \(words.blob) PRIMARY KEY,
            name \(words.text),
            made \(words.integer),
            least \(words.integer),
            most \(words.integer)
        )\(words.keyed);
        """
    }
}
