extension Migration {
    /// Phones at gates: pairing codes and paired phones. Only hashes of secrets are stored.
    static let m0017PairedPhones = Migration(number: 17) { words in
        """
        CREATE TABLE pairing (
            hash \(words.blob) PRIMARY KEY,
            device \(words.integer) NOT NULL,
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            event \(words.integer) NOT NULL REFERENCES event (number),
            gate \(words.text) NOT NULL,
            function \(words.integer),
            name \(words.text),
            invited_by \(words.integer) NOT NULL REFERENCES person (id),
            expires \(words.integer) NOT NULL,
            failures \(words.integer) NOT NULL CHECK (failures >= 0)
        )\(words.keyed);
        CREATE UNIQUE INDEX pairing_device ON pairing (event, device);
        CREATE INDEX pairing_expires ON pairing (expires);
        CREATE TABLE web_device (
            id \(words.integer) PRIMARY KEY,
            hash \(words.blob) NOT NULL,
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            event \(words.integer) NOT NULL REFERENCES event (number),
            gate \(words.text) NOT NULL,
            function \(words.integer),
            name \(words.text) NOT NULL,
            invited_by \(words.integer) NOT NULL REFERENCES person (id),
            address \(words.text) NOT NULL,
            created \(words.integer) NOT NULL,
            seen \(words.integer) NOT NULL,
            revoked \(words.integer)
        )\(words.rows);
        CREATE UNIQUE INDEX web_device_hash ON web_device (hash);
        CREATE INDEX web_device_event ON web_device (event, created);
        """
    }
}
