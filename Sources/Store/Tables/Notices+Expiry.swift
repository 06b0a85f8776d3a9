public import Ticketing

extension EventReminders {
    /// The ticket types that expire between two times, and before the end of their published event. The type that
    /// expires first comes first.
    public func expiringTypes(
        after from: Instant, until to: Instant
    ) throws -> [(event: EventNumber, type: TicketTypeNumber)] {
        try connection.all(
            """
            SELECT event, number FROM ticket_type
            WHERE valid_until > $1 AND valid_until <= $2 AND EXISTS (
                SELECT 1 FROM event e
                WHERE e.number = ticket_type.event AND e.status = 'published' AND e.deleted IS NULL
                    AND e.ends > ticket_type.valid_until)
            ORDER BY valid_until, event, number
            """, [.instant(from), .instant(to)]
        ) { (event: try $0.value(0), type: try $0.value(1)) }
    }
}

extension Tickets {
    /// Reads the next `limit` tickets of an event, in the order of their serials. Returns the serial of the last of
    /// them; nil if there are no more tickets.
    ///
    /// - Parameters:
    ///   - serial: the serial after which the tickets begin; nil for the first tickets.
    public func lastSerial(of event: EventNumber, after serial: Serial?, limit: Int) throws -> Serial? {
        try connection.first(
            """
            SELECT serial FROM (
                SELECT serial FROM ticket WHERE event = $1 AND serial > $2 ORDER BY serial LIMIT $3
            ) AS batch ORDER BY serial DESC LIMIT 1
            """, [.int(event.rawValue), .int(serial?.rawValue ?? 0), .int(limit)]
        ) { try $0.value(0) }
    }
}

extension Notices {
    /// Queues one notice to each address that has an unused ticket of a type. A ticket is unused if it is issued and
    /// nobody was ever admitted with it.
    ///
    /// - Parameters:
    ///   - cause: a text that identifies the reason for the notices, as a part of their keys.
    ///   - serials: the serial after which the tickets begin, or nil for the first tickets; and the serial of the last
    ///     ticket.
    /// - Returns: the number of new notices.
    public func queueToUnused(
        _ type: TicketTypeNumber, of event: EventNumber, organizer: OrganizerNumber, kind: Notice.Kind,
        payload: [String: String], cause: String, serials: (after: Serial?, last: Serial), at now: Instant
    ) throws -> Int {
        try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns))
            SELECT CAST($1 AS TEXT) || recipient, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), recipient,
                CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($6 AS BIGINT)
            FROM (
                SELECT coalesce(t.email, o.confirm_address, o.email, o.phone, g.email, g.phone) AS recipient
                FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                    LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial
                WHERE t.event = $3 AND t.type = $7 AND t.status = 'issued' AND t.serial > $8 AND t.serial <= $9
                    AND NOT EXISTS (
                        SELECT 1 FROM admission_slot s WHERE s.event = t.event AND s.serial = t.serial)
            ) AS holder
            WHERE recipient IS NOT NULL GROUP BY recipient
            ON CONFLICT (notice_key) DO NOTHING
            """,
            [
                .text(Notice.keyPrefix(kind, of: event, cause: cause)), .int(organizer.rawValue), .int(event.rawValue),
                .text(kind.rawValue), try .fields(payload), .instant(now), .int(type.rawValue),
                .int(serials.after?.rawValue ?? 0), .int(serials.last.rawValue),
            ])
    }
}
