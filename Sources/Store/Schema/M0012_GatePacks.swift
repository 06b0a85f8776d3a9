import Ticketing

extension Migration {
    /// Adds gate packs. Some of the new tables are used only in the main store, and others only in a pack. Also adds
    /// the earlier issues of reissued tickets, so that the list of tokens in a pack includes the tickets' earlier
    /// tokens.
    static let m0012GatePacks = Migration(
        number: 12,
        dataMigration: { connection, _, _ in
            try connection.earlierIssues.backfillFromAuditTrails()
        }
    ) { dialect in
        """
        -- The data of tokens that were replaced when their tickets were reissued. Each row is one earlier issue of a
        -- ticket. `key` is the number of the issuer key.
        CREATE TABLE earlier_issue (
            event \(dialect.integer) NOT NULL,
            serial \(dialect.integer) NOT NULL,
            issue \(dialect.integer) NOT NULL,
            key \(dialect.integer) NOT NULL,
            admits \(dialect.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            PRIMARY KEY (event, serial, issue)
        )\(dialect.keyed);

        -- For each event and device name, the highest pack number that was assigned.
        CREATE TABLE pack_number (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            name \(dialect.text) NOT NULL,
            number \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, name)
        )\(dialect.keyed);
        -- The devices for which packs were made. `number`, `made` and `expires` are those of the device's last pack.
        CREATE TABLE gate_device (
            id \(dialect.blob) PRIMARY KEY,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            name \(dialect.text) NOT NULL,
            number \(dialect.integer) NOT NULL,
            made \(dialect.integer) NOT NULL,
            expires \(dialect.integer) NOT NULL
        )\(dialect.keyed);

        -- The next three tables have rows only in a pack. `pack` has a single row, which describes the pack. `pack_key`
        -- has the keys with which the pack's gate verifies tokens. `listed` has the digests (truncated hashes) of the
        -- issued tokens, each with the serial of its ticket.
        CREATE TABLE pack (
            event \(dialect.integer) PRIMARY KEY REFERENCES event (number),
            number \(dialect.integer) NOT NULL,
            name \(dialect.text) NOT NULL,
            device \(dialect.blob) NOT NULL,
            made \(dialect.integer) NOT NULL,
            expires \(dialect.integer) NOT NULL,
            proof \(dialect.text) NOT NULL,
            shows_names \(dialect.integer) NOT NULL CHECK (shows_names IN (0, 1)),
            gates \(dialect.text),
            function \(dialect.integer),
            heads \(dialect.text)
        )\(dialect.rows);
        CREATE TABLE pack_key (
            purpose \(dialect.text) NOT NULL,
            number \(dialect.integer) NOT NULL,
            material \(dialect.blob) NOT NULL,
            PRIMARY KEY (purpose, number)
        )\(dialect.keyed);
        CREATE TABLE listed (
            digest \(dialect.blob) PRIMARY KEY,
            serial \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        """
    }
}
