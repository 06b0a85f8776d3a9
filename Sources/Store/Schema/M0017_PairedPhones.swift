extension Migration {
    /// Adds the tables of pairing codes and paired phones, for phones that scan at gates. Secrets are stored only as
    /// hashes.
    static let m0017PairedPhones = Migration(number: 17) { dialect in
        """
        CREATE TABLE pairing (
            hash \(dialect.blob) PRIMARY KEY,
            device \(dialect.integer) NOT NULL,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            function \(dialect.integer),
            name \(dialect.text),
            invited_by \(dialect.integer) NOT NULL REFERENCES person (id),
            expires \(dialect.integer) NOT NULL,
            failures \(dialect.integer) NOT NULL CHECK (failures >= 0)
        )\(dialect.keyed);
        CREATE UNIQUE INDEX pairing_device ON pairing (event, device);
        CREATE INDEX pairing_expires ON pairing (expires);
        CREATE TABLE web_device (
            id \(dialect.integer) PRIMARY KEY,
            hash \(dialect.blob) NOT NULL,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            gate \(dialect.text) NOT NULL,
            function \(dialect.integer),
            name \(dialect.text) NOT NULL,
            invited_by \(dialect.integer) NOT NULL REFERENCES person (id),
            address \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            seen \(dialect.integer) NOT NULL,
            revoked \(dialect.integer)
        )\(dialect.rows);
        CREATE UNIQUE INDEX web_device_hash ON web_device (hash);
        CREATE INDEX web_device_event ON web_device (event, created);
        """
    }
}
