public import Ticketing

extension StoreConnection {
    public var ticketsOfAddress: TicketsOfAddress { TicketsOfAddress(connection: self) }
}

/// Finds the tickets, orders and guests of an e-mail address or a phone number.
///
/// In the statements below, a plus sign before the event's number keeps SQLite from using an index that begins with the
/// event. SQLite has no statistics, so without the sign it could read all rows of the event.
public struct TicketsOfAddress {
    let connection: any StoreConnection

    /// The events for which an address has active tickets, orders, or guests with tickets, earliest first; at most
    /// `limit`. Cancelled orders, and cancelled tickets of guests, count, too. Deleted, cancelled and past events are
    /// left out. An event without an end never counts as past. Orders that must still be confirmed do not count,
    /// because anyone can enter any address.
    public func events(of address: String, notOverAt now: Instant, limit: Int) throws -> [EventNumber] {
        try events(
            among: """
                SELECT event FROM ticket WHERE email = $1 AND status IN ('issued', 'blocked')
                UNION SELECT event FROM ticket_order WHERE email = $1 AND NOT (\(Orders.isUnconfirmed))
                UNION SELECT event FROM ticket_order WHERE phone = $1 AND NOT (\(Orders.isUnconfirmed))
                UNION SELECT event FROM guest WHERE email = $1 AND serial IS NOT NULL
                UNION SELECT event FROM guest WHERE phone = $1 AND serial IS NOT NULL
                """, of: address, notOverAt: now, limit: limit)
    }

    /// The condition for an active ticket `t` of the order `o` that still belongs to the buyer, like
    /// `Ticket.belongs(with:)`. It prevents the use of the index that begins with the event.
    private static let isOfBuyer = """
        t.ticket_order = o.number AND t.event + 0 = o.event AND t.status IN ('issued', 'blocked')
            AND (t.issue = 0 OR coalesce(t.holder, '') = o.buyer AND coalesce(t.email, '') =
                CASE WHEN coalesce(o.confirm_address, o.email) = o.email THEN o.email ELSE '' END)
        """
    /// The condition for an active ticket `t` that admits the guest `g` and still belongs to its guests, like
    /// `Ticket.belongs(withGuests:households:)`. If the ticket admits several guests, its holder can be the list of
    /// their names. The condition checks only whether the holder begins with a guest's name and a comma.
    private static let isOfGuest = """
        t.event = g.event AND t.serial = g.serial AND t.status IN ('issued', 'blocked')
            AND (t.issue = 0 OR t.email IS NULL AND EXISTS (
                SELECT 1 FROM guest k LEFT JOIN household h ON h.event = k.event AND h.number = k.household
                WHERE k.event = t.event AND k.serial = t.serial AND (t.holder = k.name OR t.holder = h.name
                    OR substr(t.holder, 1, length(k.name) + 2) = k.name || ', ')))
        """
    /// The condition for a ticket that admits no invited guests.
    private static let isOfNoGuest = """
        NOT EXISTS (SELECT 1 FROM guest k WHERE k.event = ticket.event AND k.serial = ticket.serial)
        """

    /// The events for which an address has active tickets, earliest first; at most `limit`. The tickets of an order
    /// belong to its buyer until they are transferred. A ticket that admits guests belongs to these guests until it is
    /// transferred, and never to another address (`RecipientTickets`). Deleted, cancelled and past events are left out.
    /// An event without an end never counts as past.
    public func eventsWithTickets(of address: String, notOverAt now: Instant, limit: Int) throws -> [EventNumber] {
        func ofOrders(_ column: String) -> String {
            """
            SELECT o.event FROM ticket_order o
            WHERE o.\(column) = $1 AND EXISTS (SELECT 1 FROM ticket t WHERE \(TicketsOfAddress.isOfBuyer))
            """
        }
        func ofGuests(_ column: String) -> String {
            """
            SELECT g.event FROM guest g
            WHERE g.\(column) = $1 AND EXISTS (SELECT 1 FROM ticket t WHERE \(TicketsOfAddress.isOfGuest))
            """
        }
        return try events(
            among: """
                SELECT event FROM ticket
                WHERE email = $1 AND status IN ('issued', 'blocked') AND \(TicketsOfAddress.isOfNoGuest)
                UNION \(ofOrders("email")) UNION \(ofOrders("phone"))
                UNION \(ofGuests("email")) UNION \(ofGuests("phone"))
                """, of: address, notOverAt: now, limit: limit)
    }

    /// The events that a query finds, except deleted, cancelled and past events.
    ///
    /// - Parameter query: a query for numbers of events. The placeholder `$1` is the address.
    private func events(
        among query: String, of address: String, notOverAt now: Instant, limit: Int
    ) throws -> [EventNumber] {
        try connection.all(
            """
            SELECT e.number FROM (\(query)) AS found CROSS JOIN event e
            WHERE e.number = found.event AND e.deleted IS NULL AND e.status <> 'cancelled'
                AND (e.ends IS NULL OR e.ends > $2)
            ORDER BY coalesce(e.start, 0), e.number LIMIT $3
            """, [.text(address), .instant(now), .int(limit)]
        ) { try $0.value(0) }
    }

    /// The condition for an order that counts for the address `$1`: either the link for the confirmation was sent to
    /// this address, or a member of the organizer entered the order.
    private static let isOwn = "(confirm_address = $1 OR visitor IS NULL AND confirm_address IS NULL)"
    /// The condition for a paid order that counts for the address `$1`.
    private static let isBooking = "status IN ('paid', 'partly-refunded') AND \(isOwn)"

    /// The public events for which an address has active tickets or paid orders, the latest start first; at most
    /// `limit`. Deleted and cancelled events are left out. Guests do not count, because a member of the organizer
    /// enters their addresses. An order of a visitor, and its tickets, count only for the address to which the link for
    /// the confirmation was sent, because a visitor can enter any other address.
    public func booked(by address: String, limit: Int) throws -> [BookedEvent] {
        try connection.all(
            """
            SELECT e.number, e.category, o.slug, e.city, e.start, e.time_zone
            FROM (
                SELECT event FROM ticket
                WHERE email = $1 AND status IN ('issued', 'blocked') AND (
                    ticket_order IS NULL OR EXISTS (
                        SELECT 1 FROM ticket_order o
                        WHERE o.event = ticket.event AND o.number = ticket.ticket_order AND \(TicketsOfAddress.isOwn)))
                UNION SELECT event FROM ticket_order WHERE email = $1 AND \(TicketsOfAddress.isBooking)
                UNION SELECT event FROM ticket_order WHERE phone = $1 AND \(TicketsOfAddress.isBooking)
            ) AS found CROSS JOIN event e CROSS JOIN organizer o
            WHERE e.number = found.event AND o.number = e.organizer AND e.deleted IS NULL AND e.status = 'published'
                AND e.kind = 'public' AND e.start IS NOT NULL
            ORDER BY e.start DESC, e.number DESC LIMIT $2
            """, [.text(address), .int(limit)]
        ) { row in
            BookedEvent(
                number: try row.value(0), category: try row.value(1), organizer: row.text(2), city: row.optionalText(3),
                start: try row.instant(4), timeZone: row.text(5))
        }
    }

    /// The active tickets whose holder has the given e-mail address, sorted by serial; at most `limit`.
    public func tickets(of email: String, at event: EventNumber, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE email = $1 AND +event = $2 AND status IN ('issued', 'blocked') ORDER BY serial LIMIT $3
            """, [.text(email), .int(event.rawValue), .int(limit)], Tickets.ticket)
    }

    /// The tickets that were cancelled or refunded at the time `moment` and whose holder has the given e-mail address,
    /// sorted by serial; at most `limit`.
    public func tickets(
        of email: String, at event: EventNumber, endedAt moment: Instant, limit: Int
    ) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE email = $1 AND +event = $2 AND status NOT IN ('issued', 'blocked') AND status_since = $3
            ORDER BY serial LIMIT $4
            """, [.text(email), .int(event.rawValue), .instant(moment), .int(limit)], Tickets.ticket)
    }

    /// The numbers of the orders whose buyer has the given e-mail address or phone number, sorted; at most `limit`.
    public func orders(of address: String, at event: EventNumber, limit: Int) throws -> [OrderNumber] {
        try connection.all(
            """
            SELECT number FROM ticket_order WHERE email = $1 AND +event = $2
            UNION SELECT number FROM ticket_order WHERE phone = $1 AND +event = $2
            ORDER BY number LIMIT $3
            """, [.text(address), .int(event.rawValue), .int(limit)]
        ) { try $0.value(0) }
    }

    /// The numbers of the guests who have the given e-mail address or phone number, sorted; at most `limit`.
    public func guests(of address: String, at event: EventNumber, limit: Int) throws -> [Int] {
        try connection.all(
            """
            SELECT number FROM guest WHERE email = $1 AND +event = $2
            UNION SELECT number FROM guest WHERE phone = $1 AND +event = $2
            ORDER BY number LIMIT $3
            """, [.text(address), .int(event.rawValue), .int(limit)]
        ) { try $0.number(0) }
    }
}
