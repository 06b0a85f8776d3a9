import Ticketing

extension Migration {
    /// Gate packs: the main store's records about them, and the additional tables of a pack, which otherwise has the
    /// same schema. Also earlier issues of tickets, so that token lists include their old tokens.
    static let m0012GatePacks = Migration(
        number: 12,
        dataMigration: { connection, _, _ in
            try connection.earlierIssues.backfillFromAuditTrails()
        }
    ) { words in
        """
        -- What a ticket's token was made of, of each issue that was replaced.
        CREATE TABLE earlier_issue (
            event \(words.integer) NOT NULL,
            serial \(words.integer) NOT NULL,
            issue \(words.integer) NOT NULL,
            key \(words.integer) NOT NULL,
            admits \(words.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            PRIMARY KEY (event, serial, issue)
        )\(words.keyed);

        -- The last number that a pack of an event had, by the name of its device.
        CREATE TABLE pack_number (
            event \(words.integer) NOT NULL REFERENCES event (number),
            name \(words.text) NOT NULL,
            number \(words.integer) NOT NULL,
            PRIMARY KEY (event, name)
        )\(words.keyed);
        -- The devices of packs, and each one's last pack.
        CREATE TABLE gate_device (
            id \(words.blob) PRIMARY KEY,
            event \(words.integer) NOT NULL REFERENCES event (number),
            name \(words.text) NOT NULL,
            number \(words.integer) NOT NULL,
            made \(words.integer) NOT NULL,
            expires \(words.integer) NOT NULL
        )\(words.keyed);

        -- In a pack only: what it is, in one row, what its gate verifies with, and the tokens that were issued.
        CREATE TABLE pack (
            event \(words.integer) PRIMARY KEY REFERENCES event (number),
            number \(words.integer) NOT NULL,
            name \(words.text) NOT NULL,
            device \(words.blob) NOT NULL,
            made \(words.integer) NOT NULL,
            expires \(words.integer) NOT NULL,
            proof \(words.text) NOT NULL,
            shows_names \(words.integer) NOT NULL CHECK (shows_names IN (0, 1)),
            gates \(words.text),
            function \(words.integer),
            heads \(words.text)
        )\(words.rows);
        CREATE TABLE pack_key (
            purpose \(words.text) NOT NULL,
            number \(words.integer) NOT NULL,
            material \(words.blob) NOT NULL,
            PRIMARY KEY (purpose, number)
        )\(words.keyed);
        CREATE TABLE listed (
            digest \(words.blob) PRIMARY KEY,
            serial \(words.integer) NOT NULL
        )\(words.keyed);
        """
    }
}
