extension Migration {
    /// Adds the table of push subscriptions.
    static let m0046PushSubscriptions = Migration(number: 46) { dialect in
        """
        CREATE TABLE push_subscription (
            id \(dialect.text) NOT NULL PRIMARY KEY,
            recipient \(dialect.text) NOT NULL REFERENCES message_recipient (address) ON DELETE CASCADE,
            -- The URL at which a push service accepts messages for the browser.
            endpoint \(dialect.text) NOT NULL,
            -- The browser's key, and the secret that the browser and the server share.
            public_key \(dialect.blob) NOT NULL,
            secret \(dialect.blob) NOT NULL,
            -- The public key of the server for which the browser made the subscription.
            server_key \(dialect.blob) NOT NULL,
            browser \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            -- When the recipient entered the code that was sent to the recipient's address. Null before that.
            confirmed \(dialect.integer)
        )\(dialect.keyed);
        CREATE INDEX push_subscription_recipient ON push_subscription (recipient, created);
        CREATE UNIQUE INDEX push_subscription_endpoint ON push_subscription (endpoint) WHERE confirmed IS NOT NULL;
        CREATE INDEX push_subscription_unconfirmed ON push_subscription (created) WHERE confirmed IS NULL;
        """
    }
}
