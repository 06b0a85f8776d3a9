extension Migration {
    /// Contact details of people, the organizer's verification steps, the life cycle of events, the audit trail and the
    /// outbox of notices.
    static let m0002AuditTrail = Migration(
        number: 2, dataMigration: { connection, now, _ in try connection.audit.backfillChains(at: now) }
    ) { words in
        """
        ALTER TABLE person ADD COLUMN email \(words.text);
        ALTER TABLE person ADD COLUMN phone \(words.text);
        ALTER TABLE person ADD COLUMN birth_date \(words.text);
        CREATE UNIQUE INDEX person_email ON person (email) WHERE email IS NOT NULL;

        CREATE TABLE organizer_step (
            organizer \(words.integer) NOT NULL REFERENCES organizer (number),
            step \(words.text) NOT NULL,
            checked \(words.integer),
            detail \(words.text) NOT NULL,
            PRIMARY KEY (organizer, step)
        )\(words.keyed);

        ALTER TABLE event ADD COLUMN latitude \(words.integer);
        ALTER TABLE event ADD COLUMN longitude \(words.integer);
        ALTER TABLE event ADD COLUMN poster \(words.text);
        ALTER TABLE event ADD COLUMN contact \(words.text);
        ALTER TABLE event ADD COLUMN cancelled \(words.integer);
        ALTER TABLE event ADD COLUMN deleted \(words.integer);

        ALTER TABLE ticket ADD COLUMN email \(words.text);
        ALTER TABLE ticket ADD COLUMN folded_holder \(words.text);
        CREATE INDEX ticket_holder ON ticket (event, folded_holder, serial) WHERE folded_holder IS NOT NULL;
        CREATE INDEX ticket_email ON ticket (event, email, serial) WHERE email IS NOT NULL;

        -- The audit trail: one chain an organizer, 0 for what belongs to none. Rows are added, never changed.
        CREATE TABLE audit_head (
            organizer \(words.integer) PRIMARY KEY,
            sequence \(words.integer) NOT NULL,
            hash \(words.blob) NOT NULL
        )\(words.rows);
        CREATE TABLE audit (
            organizer \(words.integer) NOT NULL,
            sequence \(words.integer) NOT NULL,
            at \(words.integer) NOT NULL,
            person \(words.integer) NOT NULL,
            action \(words.text) NOT NULL,
            event \(words.integer),
            subject_kind \(words.text) NOT NULL,
            subject_id \(words.text) NOT NULL,
            before \(words.text) NOT NULL,
            after \(words.text) NOT NULL,
            hash \(words.blob) NOT NULL,
            PRIMARY KEY (organizer, sequence)
        )\(words.keyed);
        CREATE INDEX audit_event ON audit (event, subject_kind, sequence) WHERE event IS NOT NULL;

        -- The outbox: what people are to be told. The key makes each once only.
        CREATE TABLE notice (
            notice_key \(words.text) PRIMARY KEY,
            organizer \(words.integer) NOT NULL,
            event \(words.integer),
            kind \(words.text) NOT NULL,
            recipient \(words.text) NOT NULL,
            payload \(words.text) NOT NULL,
            created \(words.integer) NOT NULL,
            sent \(words.integer)
        )\(words.keyed);
        CREATE INDEX notice_organizer ON notice (organizer, created, notice_key);
        """
    }
}
