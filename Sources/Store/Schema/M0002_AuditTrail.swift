extension Migration {
    /// Adds contact details of people, the steps that verify an organizer, and the cancellation and deletion of events.
    /// Also adds the audit trail, and the outbox of notices.
    static let m0002AuditTrail = Migration(
        number: 2, dataMigration: { connection, now, _ in try connection.audit.backfillChains(at: now) }
    ) { dialect in
        """
        ALTER TABLE person ADD COLUMN email \(dialect.text);
        ALTER TABLE person ADD COLUMN phone \(dialect.text);
        ALTER TABLE person ADD COLUMN birth_date \(dialect.text);
        CREATE UNIQUE INDEX person_email ON person (email) WHERE email IS NOT NULL;

        CREATE TABLE organizer_step (
            organizer \(dialect.integer) NOT NULL REFERENCES organizer (number),
            step \(dialect.text) NOT NULL,
            checked \(dialect.integer),
            detail \(dialect.text) NOT NULL,
            PRIMARY KEY (organizer, step)
        )\(dialect.keyed);

        ALTER TABLE event ADD COLUMN latitude \(dialect.integer);
        ALTER TABLE event ADD COLUMN longitude \(dialect.integer);
        ALTER TABLE event ADD COLUMN poster \(dialect.text);
        ALTER TABLE event ADD COLUMN contact \(dialect.text);
        ALTER TABLE event ADD COLUMN cancelled \(dialect.integer);
        ALTER TABLE event ADD COLUMN deleted \(dialect.integer);

        ALTER TABLE ticket ADD COLUMN email \(dialect.text);
        ALTER TABLE ticket ADD COLUMN folded_holder \(dialect.text);
        CREATE INDEX ticket_holder ON ticket (event, folded_holder, serial) WHERE folded_holder IS NOT NULL;
        CREATE INDEX ticket_email ON ticket (event, email, serial) WHERE email IS NOT NULL;

        -- The audit trail. Each organizer has one chain of records. Chain 0 has the records that belong to no
        -- organizer. Records are added, but never changed. `audit_head` has the sequence number and the hash of each
        -- chain's last record.
        CREATE TABLE audit_head (
            organizer \(dialect.integer) PRIMARY KEY,
            sequence \(dialect.integer) NOT NULL,
            hash \(dialect.blob) NOT NULL
        )\(dialect.rows);
        CREATE TABLE audit (
            organizer \(dialect.integer) NOT NULL,
            sequence \(dialect.integer) NOT NULL,
            at \(dialect.integer) NOT NULL,
            person \(dialect.integer) NOT NULL,
            action \(dialect.text) NOT NULL,
            event \(dialect.integer),
            subject_kind \(dialect.text) NOT NULL,
            subject_id \(dialect.text) NOT NULL,
            before \(dialect.text) NOT NULL,
            after \(dialect.text) NOT NULL,
            hash \(dialect.blob) NOT NULL,
            PRIMARY KEY (organizer, sequence)
        )\(dialect.keyed);
        CREATE INDEX audit_event ON audit (event, subject_kind, sequence) WHERE event IS NOT NULL;

        -- The outbox. Each row is a notice to a holder, guest or buyer. The primary key prevents the same notice from
        -- being queued twice. `sent` is null until the notice is sent.
        CREATE TABLE notice (
            notice_key \(dialect.text) PRIMARY KEY,
            organizer \(dialect.integer) NOT NULL,
            event \(dialect.integer),
            kind \(dialect.text) NOT NULL,
            recipient \(dialect.text) NOT NULL,
            payload \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            sent \(dialect.integer)
        )\(dialect.keyed);
        CREATE INDEX notice_organizer ON notice (organizer, created, notice_key);
        """
    }
}
