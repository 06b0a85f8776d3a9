extension Migration {
    /// Webhooks, and the outbox of their deliveries.
    static let m0020Webhooks = Migration(number: 20) { words in
        """
        CREATE TABLE webhook (
            id \(words.integer) PRIMARY KEY,
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            event \(words.integer) REFERENCES event (number),
            address \(words.text) NOT NULL,
            kinds \(words.text) NOT NULL,
            allows_private \(words.integer) NOT NULL CHECK (allows_private IN (0, 1)),
            key \(words.integer) NOT NULL,
            made_by \(words.integer) NOT NULL REFERENCES person (id),
            created \(words.integer) NOT NULL,
            ended \(words.integer),
            failing_since \(words.integer),
            failures \(words.integer) NOT NULL DEFAULT 0 CHECK (failures >= 0),
            next_try \(words.integer),
            last_answer \(words.text),
            last_sent \(words.integer)
        )\(words.rows);
        CREATE INDEX webhook_organizer ON webhook (organizer, created);
        -- Up to which record of each chain of the ledger it was told. What is not here was not told from the beginning.
        CREATE TABLE webhook_position (
            webhook \(words.integer) NOT NULL REFERENCES webhook (id),
            device \(words.blob) NOT NULL,
            sequence \(words.integer) NOT NULL,
            PRIMARY KEY (webhook, device)
        )\(words.keyed);
        CREATE TABLE webhook_delivery (
            id \(words.integer) PRIMARY KEY,
            webhook \(words.integer) NOT NULL REFERENCES webhook (id),
            kind \(words.text) NOT NULL,
            event \(words.integer) NOT NULL REFERENCES event (number),
            happened \(words.integer) NOT NULL,
            facts \(words.text) NOT NULL,
            created \(words.integer) NOT NULL,
            tries \(words.integer) NOT NULL CHECK (tries >= 0),
            next_try \(words.integer) NOT NULL,
            settled \(words.integer),
            outcome \(words.text),
            answer \(words.text)
        )\(words.rows);
        CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_try) WHERE settled IS NULL;
        CREATE INDEX webhook_delivery_created ON webhook_delivery (webhook, created);
        CREATE INDEX webhook_delivery_settled ON webhook_delivery (settled) WHERE settled IS NOT NULL;
        """
    }
}
