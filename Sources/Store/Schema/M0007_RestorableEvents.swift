extension Migration {
    /// Adds the state that tickets and orders had before their event was cancelled or deleted. With this state, a
    /// deleted event can be restored. A cancellation cannot be undone.
    ///
    /// If an event was cancelled or deleted before this migration, the earlier state of its tickets and orders is
    /// unknown. When such an event is restored, its tickets and orders keep their current state. The counters of such
    /// an event were not updated when it was cancelled or deleted, so this migration computes them again.
    static let m0007RestorableEvents = Migration(number: 7) { dialect in
        """
        ALTER TABLE ticket ADD COLUMN status_before \(dialect.text);
        ALTER TABLE ticket ADD COLUMN since_before \(dialect.integer);
        ALTER TABLE ticket ADD COLUMN note_before \(dialect.text);
        ALTER TABLE ticket_order ADD COLUMN ended \(dialect.integer);
        ALTER TABLE ticket_order ADD COLUMN status_before \(dialect.text);
        ALTER TABLE ticket_order ADD COLUMN owed_before \(dialect.integer);

        UPDATE ticket_type SET
            issued = (SELECT count(*) FROM ticket WHERE ticket.event = ticket_type.event
                AND ticket.type = ticket_type.number AND ticket.status IN ('issued', 'blocked')),
            held = (SELECT coalesce(CAST(sum(l.count) AS BIGINT), 0) FROM ticket_order o
                JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
                WHERE o.event = ticket_type.event AND o.holding = 1 AND l.type = ticket_type.number)
        WHERE event IN (SELECT number FROM event WHERE status = 'cancelled' OR deleted IS NOT NULL);
        UPDATE event SET
            people = (SELECT coalesce(CAST(sum(ticket.admits) AS BIGINT), 0) FROM ticket
                WHERE ticket.event = event.number AND ticket.status IN ('issued', 'blocked')),
            held = (SELECT coalesce(CAST(sum(l.count * l.admits) AS BIGINT), 0) FROM ticket_order o
                JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
                WHERE o.event = event.number AND o.holding = 1)
        WHERE status = 'cancelled' OR deleted IS NOT NULL;
        """
    }
}
