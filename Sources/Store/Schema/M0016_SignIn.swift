extension Migration {
    /// Adds sign-in: passwords, sessions, failed attempts (which delay the next attempt), and one-time links. Secrets
    /// are stored only as hashes.
    static let m0016SignIn = Migration(number: 16) { dialect in
        """
        -- The scrypt hash (RFC 7914) of each user's password, with the salt and the cost parameters of the hash.
        CREATE TABLE credential (
            person \(dialect.integer) PRIMARY KEY REFERENCES person (id),
            salt \(dialect.blob) NOT NULL,
            cost_n \(dialect.integer) NOT NULL CHECK (cost_n > 1),
            cost_r \(dialect.integer) NOT NULL CHECK (cost_r > 0),
            cost_p \(dialect.integer) NOT NULL CHECK (cost_p > 0),
            hash \(dialect.blob) NOT NULL,
            changed \(dialect.integer) NOT NULL
        )\(dialect.rows);
        CREATE TABLE web_session (
            hash \(dialect.blob) PRIMARY KEY,
            person \(dialect.integer) NOT NULL REFERENCES person (id),
            created \(dialect.integer) NOT NULL,
            seen \(dialect.integer) NOT NULL,
            address \(dialect.text) NOT NULL,
            agent \(dialect.text)
        )\(dialect.keyed);
        CREATE INDEX web_session_person ON web_session (person, created);
        CREATE INDEX web_session_seen ON web_session (seen);
        -- The failed attempts to sign in. Each row belongs to an account name or a network address, of which only a
        -- hash is stored. The typed account name itself is not kept, because a person may have typed a password in that
        -- field by mistake. Further attempts are refused until the time `until`. `latest` is the time of the last
        -- failed attempt.
        CREATE TABLE sign_in_pause (
            subject \(dialect.blob) PRIMARY KEY,
            failures \(dialect.integer) NOT NULL CHECK (failures >= 0),
            until \(dialect.integer) NOT NULL,
            latest \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        CREATE INDEX sign_in_pause_latest ON sign_in_pause (latest);
        CREATE TABLE entry_link (
            hash \(dialect.blob) PRIMARY KEY,
            person \(dialect.integer) NOT NULL REFERENCES person (id),
            expires \(dialect.integer) NOT NULL
        )\(dialect.keyed);
        CREATE INDEX entry_link_person ON entry_link (person);
        CREATE INDEX entry_link_expires ON entry_link (expires);
        """
    }
}
