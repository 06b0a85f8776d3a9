public import Ticketing

extension StoreConnection {
    public var ticketConflicts: TicketConflicts { TicketConflicts(connection: self) }
}

/// Finds events that take place in a period, for example during another event, and for which a person has tickets.
public struct TicketConflicts {
    let connection: any StoreConnection

    /// The published events that begin at or before `end` and end at or after `start`, and for which an address has
    /// active tickets. An event without an end lasts for `TicketConflict.assumedSeconds`. The events are sorted by
    /// start. The tickets of an address are:
    ///
    /// - tickets whose holders have this e-mail address;
    /// - tickets that admit an invited guest with this address or phone number, if the guest has not declined all
    ///   invitations;
    /// - tickets of orders that were confirmed with this address, if the tickets were never transferred or re-issued;
    /// - tickets of orders that members of the organizer entered with this phone number, if the tickets were never
    ///   transferred or re-issued.
    ///
    /// If an e-mail address has a tag (`ann+news@example.org`), the tickets of the address without the tag also count.
    /// Tickets of orders that visitors confirmed also count if the visitor's address belongs to the same mailbox as
    /// `address` (`EmailAddress.mailbox`).
    ///
    /// - Parameters:
    ///   - address: an e-mail address or a phone number.
    ///   - event: an event that is left out.
    ///   - organizer: the organizer of the events; nil for all organizers.
    public func events(
        of address: String, from start: Instant, to end: Instant, except event: EventNumber,
        organizer: OrganizerNumber? = nil, limit: Int
    ) throws -> [Event] {
        let mailbox = EmailAddress(rawValue: address)?.mailbox ?? address
        // The comparisons of `(t.email, t.serial)` and the order by these columns make SQLite use the index of
        // addresses. SQLite has no statistics, so it could otherwise read all tickets of each event.
        return try connection.all(
            """
            SELECT \(Events.columns) FROM event e
            WHERE e.number <> $1 AND e.status = 'published' AND e.deleted IS NULL AND e.start <= $2
                AND coalesce(e.ends, e.start + \(TicketConflict.assumedSeconds * 1000)) >= $3
                AND e.organizer = coalesce(CAST($4 AS BIGINT), e.organizer)
                AND (EXISTS (
                    SELECT 1 FROM ticket t
                    WHERE t.event = e.number AND (t.email, t.serial) > ($5, 0) AND t.email <= $5
                        AND t.status IN ('issued', 'blocked')
                    ORDER BY t.email, t.serial LIMIT 1
                ) OR EXISTS (
                    SELECT 1 FROM ticket t
                    WHERE t.event = e.number AND (t.email, t.serial) > ($6, 0) AND t.email <= $6
                        AND t.status IN ('issued', 'blocked')
                    ORDER BY t.email, t.serial LIMIT 1
                ) OR EXISTS (
                    SELECT 1 FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
                    WHERE o.event = e.number AND o.confirm_address = $5 AND t.issue = 0
                        AND t.status IN ('issued', 'blocked')
                ) OR EXISTS (
                    SELECT 1 FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
                    WHERE o.event = e.number AND o.visitor = $6 AND o.confirmed IS NOT NULL AND t.issue = 0
                        AND t.status IN ('issued', 'blocked')
                ) OR EXISTS (
                    SELECT 1 FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
                    WHERE o.event + 0 = e.number AND o.phone = $5 AND o.visitor IS NULL AND o.confirm_address IS NULL
                        AND t.issue = 0 AND t.status IN ('issued', 'blocked')
                ) OR EXISTS (
                    SELECT 1 FROM guest g JOIN ticket t ON t.event = g.event AND t.serial = g.serial
                    WHERE g.event + 0 = e.number AND (g.email = $5 OR g.email = $6 OR g.phone = $5)
                        AND t.status IN ('issued', 'blocked')
                        AND EXISTS (
                            SELECT 1 FROM invitation i
                            WHERE i.event = g.event AND i.guest = g.number
                                AND (i.answer IS NULL OR i.answer <> 'declined')
                        )
                ))
            ORDER BY e.start, e.number LIMIT $7
            """,
            [
                .int(event.rawValue), .instant(end), .instant(start), .optional(organizer?.rawValue), .text(address),
                .text(mailbox), .int(limit),
            ], connection.events.event)
    }
}
