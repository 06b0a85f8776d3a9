public import Ticketing

extension Orders {
    /// The tickets of one type in the unconfirmed reservations of visitors.
    public struct Unconfirmed: Sendable {
        public let type: TicketTypeNumber
        public let tickets: Int
        /// The number of people that these tickets admit.
        public let people: Int
    }

    /// The tickets of each type in the unconfirmed reservations of visitors: orders that are still to be paid at the
    /// door, and free orders that were made after `moment`. Visitors are buyers who ordered on the public pages.
    public func unconfirmed(of event: EventNumber, freeSince moment: Instant) throws -> [Unconfirmed] {
        try connection.all(
            """
            SELECT l.type, CAST(sum(l.count) AS BIGINT), CAST(sum(l.count * l.admits) AS BIGINT) FROM (
                SELECT event, number FROM ticket_order
                WHERE event = $1 AND visitor IS NOT NULL AND status = 'pending' AND method = 'at-the-door'
                UNION ALL
                SELECT event, number FROM ticket_order
                WHERE event = $1 AND visitor IS NOT NULL AND status = 'paid' AND created > $2
                    AND method = 'complimentary') o
            JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
            GROUP BY l.type
            """, [.int(event.rawValue), .instant(moment)]
        ) { Unconfirmed(type: try $0.value(0), tickets: try $0.number(1), people: try $0.number(2)) }
    }

    /// The orders of visitors that are still to be paid at the door, sorted by number.
    public func unpaidOfVisitors(of event: EventNumber) throws -> [OrderNumber] {
        try connection.all(
            """
            SELECT number FROM ticket_order
            WHERE event = $1 AND visitor IS NOT NULL AND status = 'pending' AND method = 'at-the-door' ORDER BY number
            """, [.int(event.rawValue)]
        ) { try $0.value(0) }
    }

    /// The number of active tickets that a visitor has reserved at an event. Tickets that were transferred later are
    /// included. A visitor is identified by their normalized e-mail address.
    public func activeTicketCount(ofVisitor visitor: String, at event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
            WHERE o.event = $1 AND o.visitor = $2 AND t.status IN ('issued', 'blocked')
            """, [.int(event.rawValue), .text(visitor)]
        ) { try $0.number(0) } ?? 0
    }
}
