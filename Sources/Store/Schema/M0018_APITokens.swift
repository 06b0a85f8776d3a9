extension Migration {
    /// Adds API tokens, of which only hashes are stored. Also adds the responses to requests with idempotency keys, so
    /// that a repeated request gets the same response.
    static let m0018ApiTokens = Migration(number: 18) { dialect in
        """
        CREATE TABLE api_token (
            id \(dialect.integer) PRIMARY KEY,
            hash \(dialect.blob) NOT NULL,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            event \(dialect.integer) REFERENCES event (number),
            scopes \(dialect.text) NOT NULL,
            name \(dialect.text) NOT NULL,
            made_by \(dialect.integer) NOT NULL REFERENCES person (id),
            created \(dialect.integer) NOT NULL,
            expires \(dialect.integer),
            seen \(dialect.integer),
            revoked \(dialect.integer)
        )\(dialect.rows);
        CREATE UNIQUE INDEX api_token_hash ON api_token (hash);
        CREATE INDEX api_token_organizer ON api_token (organizer, created);
        CREATE TABLE answered_request (
            token \(dialect.integer) NOT NULL REFERENCES api_token (id),
            request_key \(dialect.text) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            created \(dialect.integer) NOT NULL,
            status \(dialect.integer),
            body \(dialect.text),
            PRIMARY KEY (token, request_key)
        )\(dialect.keyed);
        CREATE INDEX answered_request_created ON answered_request (created);
        """
    }
}
