extension Migration {
    /// Adds webhooks, and the outbox of the messages to deliver to them.
    static let m0020Webhooks = Migration(number: 20) { dialect in
        """
        CREATE TABLE webhook (
            id \(dialect.integer) PRIMARY KEY,
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            event \(dialect.integer) REFERENCES event (number),
            address \(dialect.text) NOT NULL,
            kinds \(dialect.text) NOT NULL,
            allows_private \(dialect.integer) NOT NULL CHECK (allows_private IN (0, 1)),
            key \(dialect.integer) NOT NULL,
            made_by \(dialect.integer) NOT NULL REFERENCES person (id),
            created \(dialect.integer) NOT NULL,
            ended \(dialect.integer),
            failing_since \(dialect.integer),
            failures \(dialect.integer) NOT NULL DEFAULT 0 CHECK (failures >= 0),
            next_try \(dialect.integer),
            last_answer \(dialect.text),
            last_sent \(dialect.integer)
        )\(dialect.rows);
        CREATE INDEX webhook_organizer ON webhook (organizer, created);
        -- The webhook's position in each chain of the ledger: the sequence number of the last record that was processed
        -- for the webhook. If a chain has no row, none of its records was processed yet.
        CREATE TABLE webhook_position (
            webhook \(dialect.integer) NOT NULL REFERENCES webhook (id),
            device \(dialect.blob) NOT NULL,
            sequence \(dialect.integer) NOT NULL,
            PRIMARY KEY (webhook, device)
        )\(dialect.keyed);
        CREATE TABLE webhook_delivery (
            id \(dialect.integer) PRIMARY KEY,
            webhook \(dialect.integer) NOT NULL REFERENCES webhook (id),
            kind \(dialect.text) NOT NULL,
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            happened \(dialect.integer) NOT NULL,
            facts \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            tries \(dialect.integer) NOT NULL CHECK (tries >= 0),
            next_try \(dialect.integer) NOT NULL,
            settled \(dialect.integer),
            outcome \(dialect.text),
            answer \(dialect.text)
        )\(dialect.rows);
        CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, next_try) WHERE settled IS NULL;
        CREATE INDEX webhook_delivery_created ON webhook_delivery (webhook, created);
        CREATE INDEX webhook_delivery_settled ON webhook_delivery (settled) WHERE settled IS NOT NULL;
        """
    }
}
