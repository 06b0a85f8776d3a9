extension Migration {
    /// Adds tables for merging the ledgers of several stores: the branches of chains (for devices that were cloned),
    /// double admissions, the clocks of devices, and the other stores' counters of scanned codes that were not tickets.
    static let m0013LedgerMerging = Migration(number: 13) { dialect in
        """
        -- A branch: the part of a cloned device's chain that diverges from its parent chain. Its records are stored
        -- under the branch's id, but their hashes cover the id that the device itself uses, which is `origin`. `base`
        -- is the sequence number of the last record that the branch shares with its parent chain, or 0 if it shares no
        -- record.
        CREATE TABLE chain_branch (
            id \(dialect.blob) PRIMARY KEY,
            origin \(dialect.blob) NOT NULL,
            parent \(dialect.blob) NOT NULL,
            base \(dialect.integer) NOT NULL CHECK (base >= 0)
        )\(dialect.keyed);

        -- Double admissions. Each row has two admissions of one ticket: `later`, for which too few slots were free, and
        -- `earlier`, the earliest admission to one of the occupied slots that the device of `later` did not know of.
        -- `people` is the number of people for whom no slot was free. Usually, a row is derived from this store's
        -- ledger, and `reported` is 0. If `reported` is 1, another store reported the double admission, and this store
        -- may lack some of the records.
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

        -- 1 if the table of double admissions has a row for the ticket, otherwise 0. A gate reads this column together
        -- with the ticket's other columns, so it does not search that table for every scan.
        ALTER TABLE ticket ADD COLUMN disputed \(dialect.integer) NOT NULL DEFAULT 0 CHECK (disputed IN (0, 1));

        -- The values of scan_counter in other stores. `device` is the device that counts there.
        CREATE TABLE learned_counter (
            device \(dialect.blob) NOT NULL,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            reason \(dialect.text) NOT NULL,
            count \(dialect.integer) NOT NULL,
            PRIMARY KEY (device, event, gate, reason)
        )\(dialect.keyed);

        -- The possible offset of each device's wall clock, in milliseconds. The offset is the time by which the
        -- device's clock is ahead of this store's clock, and it is negative if the device's clock is behind. `least`
        -- and `most` are the limits of the offset, each null if unknown. `made` is the time when the device was
        -- created, by this store's clock, or null if unknown. All records of the device are later than `made`.
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
