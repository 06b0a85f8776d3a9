extension Migration {
    /// API tokens, and the responses to requests with idempotency keys. Only hashes of secrets are stored.
    static let m0018ApiTokens = Migration(number: 18) { words in
        """
        CREATE TABLE api_token (
            id \(words.integer) PRIMARY KEY,
            hash \(words.blob) NOT NULL,
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            event \(words.integer) REFERENCES event (number),
            scopes \(words.text) NOT NULL,
            name \(words.text) NOT NULL,
            made_by \(words.integer) NOT NULL REFERENCES person (id),
            created \(words.integer) NOT NULL,
            expires \(words.integer),
            seen \(words.integer),
            revoked \(words.integer)
        )\(words.rows);
        CREATE UNIQUE INDEX api_token_hash ON api_token (hash);
        CREATE INDEX api_token_organizer ON api_token (organizer, created);
        CREATE TABLE answered_request (
            token \(words.integer) NOT NULL REFERENCES api_token (id),
            request_key \(words.text) NOT NULL,
            hash \(words.blob) NOT NULL,
            created \(words.integer) NOT NULL,
            status \(words.integer),
            body \(words.text),
            PRIMARY KEY (token, request_key)
        )\(words.keyed);
        CREATE INDEX answered_request_created ON answered_request (created);
        """
    }
}
