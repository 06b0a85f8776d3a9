import Ticketing

extension Tickets {
    /// The number of slots at an event itself (sub-event 0) that do not count as arrivals (`uncountedSlots`).
    func uncountedSlots(of event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT CAST(coalesce(sum(uncounted_slots), 0) AS BIGINT) FROM ticket
            WHERE event = $1 AND uncounted_slots > 0
            """, [.int(event.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// Counts the uncounted slots of some tickets again. Must be called in the transaction that replaced the slots of
    /// these tickets or changed the number of people whom they admit. Does nothing in a gate pack.
    ///
    /// - Parameter haveOneSlot: whether none of the tickets has more than one slot at the event itself. An active ticket
    ///   with one slot has no surplus slots, so its slots are not searched.
    func countUncountedSlots(_ serials: [Serial], haveOneSlot: Bool = false, of event: EventNumber) throws {
        let condition = haveOneSlot ? "AND (status NOT IN ('issued', 'blocked') OR uncounted_slots > 0)" : ""
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            try connection.execute(
                """
                UPDATE ticket SET uncounted_slots = \(Tickets.uncountedSlots)
                WHERE event = $1 AND serial IN (\(list.placeholders)) \(condition)
                    AND uncounted_slots <> \(Tickets.uncountedSlots) AND NOT EXISTS (SELECT 1 FROM gate_pack)
                """, [.int(event.rawValue)] + list.values)
        }
    }

    /// The number of a ticket's slots at the event itself that do not count as arrivals: all slots of a cancelled or
    /// refunded ticket, and the surplus slots of an active ticket.
    static let uncountedSlots =
        "CASE WHEN ticket.status IN ('issued', 'blocked') THEN \(surplusSlots) ELSE \(allSlots) END"

    /// The number of a ticket's slots at the event itself.
    static let allSlots = "(SELECT count(*) FROM admission_slot s WHERE \(isOfEventItself))"

    /// The number of a ticket's slots at the event itself beyond the number of people whom the ticket admits. Slots of
    /// single days, which tickets that are valid once a day have, are left out.
    static let surplusSlots = """
        (SELECT CASE WHEN count(*) > ticket.admits THEN count(*) - ticket.admits ELSE 0 END
            FROM admission_slot s WHERE \(isOfEventItself) AND s.slot < \(AdmissionSlot.dayStride))
        """

    private static let isOfEventItself = "s.event = ticket.event AND s.serial = ticket.serial AND s.sub_event = 0"
}
