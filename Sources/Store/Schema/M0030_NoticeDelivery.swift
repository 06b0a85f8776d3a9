extension Migration {
    /// Adds the delivery of notices: states, leases and results, the recipients with their preferences, the reminders
    /// that organizers define, and the codes and links that messages contain. Notices that were queued before this
    /// migration are not sent, because other programs or people have sent them, or because they are old. A member of
    /// the organizer can send them again. After this migration, the organizer of a notice is 0 if the notice is a
    /// message of the server itself.
    static let m0030NoticeDelivery = Migration(number: 30) { dialect in
        """
        ALTER TABLE notice ADD COLUMN state \(dialect.text) NOT NULL DEFAULT 'queued';
        -- The time at which the program next decides about the notice. Null if nothing is left to do.
        ALTER TABLE notice ADD COLUMN due \(dialect.integer);
        ALTER TABLE notice ADD COLUMN tries \(dialect.integer) NOT NULL DEFAULT 0 CHECK (tries >= 0);
        ALTER TABLE notice ADD COLUMN channel \(dialect.text);
        ALTER TABLE notice ADD COLUMN reason \(dialect.text);
        ALTER TABLE notice ADD COLUMN answer \(dialect.text);
        ALTER TABLE notice ADD COLUMN token \(dialect.text);
        ALTER TABLE notice ADD COLUMN provider_id \(dialect.text);
        ALTER TABLE notice ADD COLUMN changed \(dialect.integer);
        UPDATE notice SET state = 'dropped', reason = 'beforeDelivery', changed = created WHERE sent IS NULL;
        UPDATE notice SET state = 'sent', changed = sent WHERE sent IS NOT NULL;
        DROP INDEX IF EXISTS notice_waiting;
        CREATE INDEX notice_waiting ON notice (event, created, notice_key) WHERE due IS NOT NULL;
        CREATE INDEX notice_due ON notice (due, created, notice_key) WHERE due IS NOT NULL;
        CREATE INDEX notice_sent ON notice (recipient, sent) WHERE sent IS NOT NULL;
        CREATE INDEX notice_to_send ON notice (recipient, event, kind) WHERE due IS NOT NULL;
        CREATE UNIQUE INDEX notice_token ON notice (token) WHERE token IS NOT NULL;
        CREATE INDEX notice_provider ON notice (provider_id) WHERE provider_id IS NOT NULL;
        CREATE INDEX notice_event ON notice (event, state, created, notice_key);
        CREATE INDEX notice_state ON notice (organizer, state, created);
        -- With the next indexes, the program finds the orders, guests and tickets of an address.
        CREATE INDEX ticket_order_email ON ticket_order (email) WHERE email IS NOT NULL;
        CREATE INDEX ticket_order_phone ON ticket_order (phone) WHERE phone IS NOT NULL;
        CREATE INDEX guest_phone ON guest (phone) WHERE phone IS NOT NULL;
        CREATE INDEX guest_address ON guest (email) WHERE email IS NOT NULL;
        CREATE INDEX ticket_address ON ticket (email) WHERE email IS NOT NULL;
        CREATE TABLE message_recipient (
            address \(dialect.text) PRIMARY KEY,
            secret \(dialect.text) NOT NULL UNIQUE,
            language \(dialect.text),
            preferences \(dialect.text),
            suppressed \(dialect.integer),
            suppression \(dialect.text)
        )\(dialect.rows);
        -- A reminder that an organizer defined for an event: a text, and a time in minutes after `anchor`. `anchor`
        -- names a time of the event: its doors, its start or its end. The default reminders have no rows here.
        CREATE TABLE event_reminder (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            anchor \(dialect.text) NOT NULL,
            minutes \(dialect.integer) NOT NULL,
            audience \(dialect.text) NOT NULL,
            message \(dialect.text) NOT NULL,
            PRIMARY KEY (event, number)
        )\(dialect.keyed);
        -- The reminders that were queued. The primary key prevents a reminder from being queued twice for the same
        -- time.
        CREATE TABLE queued_reminder (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            name \(dialect.text) NOT NULL,
            due \(dialect.integer) NOT NULL,
            queued \(dialect.integer) NOT NULL,
            PRIMARY KEY (event, name, due)
        )\(dialect.keyed);
        -- A code or link that was sent to an address, to prove that a visitor owns the address. Only the secret's hash
        -- is stored.
        CREATE TABLE address_proof (
            hash \(dialect.blob) PRIMARY KEY,
            purpose \(dialect.text) NOT NULL,
            address \(dialect.text) NOT NULL,
            subject \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            expires \(dialect.integer) NOT NULL,
            tries \(dialect.integer) NOT NULL DEFAULT 0 CHECK (tries >= 0),
            used \(dialect.integer)
        )\(dialect.keyed);
        CREATE INDEX address_proof_address ON address_proof (address, purpose, created);
        -- The texts of messages that an organizer has changed.
        CREATE TABLE message_template (
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            kind \(dialect.text) NOT NULL,
            channel \(dialect.text) NOT NULL,
            language \(dialect.text) NOT NULL,
            subject \(dialect.text) NOT NULL,
            body \(dialect.text) NOT NULL,
            changed \(dialect.integer) NOT NULL,
            PRIMARY KEY (organizer, kind, channel, language)
        )\(dialect.keyed);
        """
    }
}
