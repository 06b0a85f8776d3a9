extension Migration {
    /// Adds the number of a ticket's slots that do not count as arrivals. Without this number, a report of an event's
    /// no-shows would search the slots of all cancelled and refunded tickets.
    static let m0057UncountedSlots = Migration(number: 57) { dialect in
        """
        -- The number of slots at the event itself (sub-event 0) that do not count as arrivals. All slots of a cancelled
        -- or refunded ticket are such slots. An active ticket has such slots if several gates admitted it at the same
        -- time: those beyond the number of people whom it admits. In gate packs, this number is 0.
        ALTER TABLE ticket ADD COLUMN uncounted_slots \(dialect.integer) NOT NULL DEFAULT 0
            CHECK (uncounted_slots >= 0);
        UPDATE ticket SET uncounted_slots = CASE
            WHEN status NOT IN ('issued', 'blocked') THEN (
                SELECT count(*) FROM admission_slot s
                WHERE s.event = ticket.event AND s.serial = ticket.serial AND s.sub_event = 0
            )
            ELSE (
                SELECT CASE WHEN count(*) > ticket.admits THEN count(*) - ticket.admits ELSE 0 END
                FROM admission_slot s
                WHERE s.event = ticket.event AND s.serial = ticket.serial AND s.sub_event = 0 AND s.slot < 1024
            )
        END
        WHERE NOT EXISTS (SELECT 1 FROM gate_pack) AND EXISTS (
            SELECT 1 FROM admission_slot s
            WHERE s.event = ticket.event AND s.serial = ticket.serial AND s.sub_event = 0
                AND (ticket.status NOT IN ('issued', 'blocked') OR s.slot < 1024 AND s.slot >= ticket.admits)
        );
        CREATE INDEX ticket_uncounted_slots ON ticket (event, uncounted_slots) WHERE uncounted_slots > 0;
        """
    }
}
