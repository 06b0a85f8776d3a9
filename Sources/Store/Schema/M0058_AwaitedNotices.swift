extension Migration {
    /// Marks the notices whose recipients are waiting for them (`Notice.Kind.isAwaited`), and adds an index with which
    /// the program finds those of them that are due.
    static let m0058AwaitedNotices = Migration(number: 58) { dialect in
        """
        ALTER TABLE notice ADD COLUMN awaited \(dialect.integer) NOT NULL DEFAULT 0;
        UPDATE notice SET awaited = 1
        WHERE kind IN ('confirm-email', 'reservation-to-confirm', 'tickets-found', 'password-reset');
        -- The index begins with `awaited`, so that the database engines prefer it to the index `notice_due`.
        CREATE INDEX notice_awaited ON notice (awaited, due, created, notice_key)
            WHERE awaited = 1 AND due IS NOT NULL;
        """
    }
}
