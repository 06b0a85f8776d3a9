public import Ticketing

extension Orders {
    /// The tickets of one type in reservations of visitors.
    public struct ReservedTickets: Sendable {
        public let type: TicketTypeNumber
        public let tickets: Int
        /// The number of people that these tickets admit.
        public let people: Int
    }

    /// For each ticket type, the tickets in visitors' orders that needed no confirmation. Only two kinds of orders
    /// count: orders that are still to be paid at the door, and free orders that were made after `moment`. Visitors are
    /// buyers who ordered on the public pages.
    public func unconfirmed(of event: EventNumber, freeSince moment: Instant) throws -> [ReservedTickets] {
        try connection.all(
            """
            SELECT l.type, CAST(sum(l.count) AS BIGINT), CAST(sum(l.count * l.admits) AS BIGINT) FROM (
                SELECT event, number FROM ticket_order
                WHERE event = $1 AND visitor IS NOT NULL AND status = 'pending' AND method = 'at-the-door'
                    AND confirmed IS NULL
                UNION ALL
                SELECT event, number FROM ticket_order
                WHERE event = $1 AND visitor IS NOT NULL AND status = 'paid' AND created > $2
                    AND method = 'complimentary' AND confirmed IS NULL) o
            JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
            GROUP BY l.type
            """, [.int(event.rawValue), .instant(moment)], Orders.lineTotal)
    }

    /// The tickets of each type in reservations that wait for the confirmation of a visitor's address.
    public func awaitingConfirmation(of event: EventNumber, at now: Instant) throws -> [ReservedTickets] {
        try connection.all(
            """
            SELECT l.type, CAST(sum(l.count) AS BIGINT), CAST(sum(l.count * l.admits) AS BIGINT)
            FROM ticket_order o JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
            WHERE o.event = $1 AND o.holding = 1 AND o.expires > $2 AND o.confirm_by IS NOT NULL GROUP BY l.type
            """, [.int(event.rawValue), .instant(now)], Orders.lineTotal)
    }

    private static func lineTotal(_ row: any SQLRow) throws -> ReservedTickets {
        ReservedTickets(type: try row.value(0), tickets: try row.number(1), people: try row.number(2))
    }

    static let isUnconfirmed = "confirm_by IS NOT NULL AND confirmed IS NULL AND method IS NULL"

    /// The pending orders that should have been confirmed by `moment`, and whose reservations have ended; at most
    /// `limit`.
    public func neverConfirmed(
        by moment: Instant, limit: Int
    ) throws -> [(organizer: OrganizerNumber, event: EventNumber, order: OrderNumber)] {
        try connection.all(
            """
            SELECT e.organizer, o.event, o.number FROM (
                SELECT event, number, confirm_by FROM ticket_order
                WHERE status = 'pending' AND \(Orders.isUnconfirmed) AND confirm_by <= $1 AND holding = 0
                ORDER BY confirm_by, event, number LIMIT $2
            ) AS o JOIN event e ON e.number = o.event
            """, [.instant(moment), .int(limit)]
        ) { (organizer: try $0.value(0), event: try $0.value(1), order: try $0.value(2)) }
    }

    static let isUnpaidOfVisitor = "visitor IS NOT NULL AND status = 'pending' AND method = 'at-the-door'"

    /// The address to which messages about an order go, as an SQL expression.
    static let contact = "coalesce(confirm_address, email, phone)"

    /// The numbers of the orders of visitors that are still to be paid at the door, in ascending order.
    public func numbersUnpaidByVisitors(of event: EventNumber) throws -> [OrderNumber] {
        try connection.all(
            "SELECT number FROM ticket_order WHERE event = $1 AND \(Orders.isUnpaidOfVisitor) ORDER BY number",
            [.int(event.rawValue)]
        ) { try $0.value(0) }
    }

    /// The time at which the unpaid reservations of an event end, as an SQL expression. The query must use the name `d`
    /// for the table `event`.
    ///
    /// - Parameter seconds: for an event without a payment deadline, the time from the opening of the doors to the end
    ///   of the unpaid reservations, in seconds. If the opening of the doors is unknown, the start of the event takes
    ///   its place.
    static func paymentDeadline(secondsAfterDoors seconds: Int64) -> String {
        "coalesce(d.pay_by, coalesce(d.doors, d.start) + \(seconds * 1000))"
    }

    /// The events that have lapsed reservations of visitors: reservations that were not confirmed by `now`, or not paid
    /// by the event's deadline.
    ///
    /// - Parameter seconds: the time between the opening of the doors and the end of visitors' reservations at an event
    ///   without a payment deadline, in seconds.
    public func eventsWithLapsedReservations(
        at now: Instant, secondsAfterDoors seconds: Int64, limit: Int
    ) throws -> [(event: EventNumber, organizer: OrganizerNumber)] {
        try connection.all(
            """
            SELECT number, organizer FROM event WHERE number IN (
                SELECT event FROM ticket_order WHERE holding = 1 AND confirm_by IS NOT NULL AND confirm_by <= $1
                UNION
                SELECT d.number FROM event d
                WHERE \(Orders.paymentDeadline(secondsAfterDoors: seconds)) <= $1 AND EXISTS (
                    SELECT 1 FROM ticket_order o
                    WHERE o.event = d.number AND o.visitor IS NOT NULL AND o.status = 'pending'
                        AND o.method = 'at-the-door'))
            ORDER BY number LIMIT $2
            """, [.instant(now), .int(limit)]
        ) { (event: try $0.value(0), organizer: try $0.value(1)) }
    }

    /// The number of an event's active tickets in orders whose link for the confirmation was sent to `address`.
    public func activeTicketCount(confirmedBy address: String, at event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
            WHERE o.event = $1 AND o.confirm_address = $2 AND t.status IN ('issued', 'blocked')
            """, [.int(event.rawValue), .text(address)]
        ) { try $0.number(0) } ?? 0
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
