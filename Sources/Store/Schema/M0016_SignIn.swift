extension Migration {
    /// Sign-in: passwords, sessions, failures that delay the next attempt, and one-time links. Only hashes of secrets
    /// are stored.
    static let m0016SignIn = Migration(number: 16) { words in
        """
        -- scrypt (RFC 7914) of a user's password, with its salt and cost.
        CREATE TABLE credential (
            person \(words.integer) PRIMARY KEY REFERENCES person (id),
            salt \(words.blob) NOT NULL,
            cost_n \(words.integer) NOT NULL CHECK (cost_n > 1),
            cost_r \(words.integer) NOT NULL CHECK (cost_r > 0),
            cost_p \(words.integer) NOT NULL CHECK (cost_p > 0),
            hash \(words.blob) NOT NULL,
            changed \(words.integer) NOT NULL
        )\(words.rows);
        CREATE TABLE web_session (
            hash \(words.blob) PRIMARY KEY,
            person \(words.integer) NOT NULL REFERENCES person (id),
            created \(words.integer) NOT NULL,
            seen \(words.integer) NOT NULL,
            address \(words.text) NOT NULL,
            agent \(words.text)
        )\(words.keyed);
        CREATE INDEX web_session_person ON web_session (person, created);
        CREATE INDEX web_session_seen ON web_session (seen);
        -- By a hash of the account or the address: whatever is typed there, perhaps a password, is not kept.
        CREATE TABLE sign_in_pause (
            subject \(words.blob) PRIMARY KEY,
            failures \(words.integer) NOT NULL CHECK (failures >= 0),
            until \(words.integer) NOT NULL,
            latest \(words.integer) NOT NULL
        )\(words.keyed);
        CREATE INDEX sign_in_pause_latest ON sign_in_pause (latest);
        CREATE TABLE entry_link (
            hash \(words.blob) PRIMARY KEY,
            person \(words.integer) NOT NULL REFERENCES person (id),
            expires \(words.integer) NOT NULL
        )\(words.keyed);
        CREATE INDEX entry_link_person ON entry_link (person);
        CREATE INDEX entry_link_expires ON entry_link (expires);
        """
    }
}
