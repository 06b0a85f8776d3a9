import Ticketing

extension Migration {
    /// Renames tables and columns, so that they have the names in the glossary (Docs/Architecture.md): sub-events,
    /// admission slots, gate packs, reserved tickets.
    static let m0028PlainNames = Migration(number: 28, dataMigration: countUncountedSlots) { dialect in
        let columns =
            ["record", "place", "invitation", "occupancy", "conflict", "known_record", "pairing", "web_device"]
            + ["gate_device", "pack"]
        return columns.map { dialect.renameColumn($0, "function", "sub_event") }.joined(separator: "\n") + """

            \(dialect.renameColumn("place", "place", "slot"))
            \(dialect.renameColumn("record", "place", "slot"))
            \(dialect.renameColumn("known_record", "place", "slot"))
            \(dialect.renameColumn("ticket_type", "held", "reserved"))
            \(dialect.renameColumn("event", "held", "reserved"))
            \(dialect.renameColumn("event", "last_function", "last_sub_event"))
            \(dialect.renameTable("event_function", "sub_event"))
            \(dialect.renameTable("place", "admission_slot"))
            \(dialect.renameTable("pack", "gate_pack"))
            \(dialect.renameTable("pack_number", "gate_pack_number"))
            \(dialect.renameTable("pack_key", "gate_pack_key"))
            DROP INDEX IF EXISTS invitation_function;
            CREATE INDEX invitation_sub_event ON invitation ((event + 0), sub_event);
            UPDATE notice SET kind = 'sub-event-cancelled' WHERE kind = 'function-cancelled';
            """
    }

    /// For slots that are older than format 2 of the ledger (`m0010LedgerFormat2`), derives the number of entries, and
    /// the hybrid clock of the last record about the slot, from the ticket's records. If the records do not contain the
    /// admission that occupied a slot, the slot stays unchanged, so that a check of the store reports the fault.
    private static let countUncountedSlots: @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void = {
        connection, _, progress in
        guard try connection.slots.hasUncounted() else { return }
        var tickets = 0
        try connection.ledger.forEachHistory { ticket, history, _ in
            for slot in history.slots { try connection.slots.correct(slot, of: ticket) }
            tickets += 1
            if tickets.isMultiple(of: 1000) { progress(tickets) }
        }
    }
}
