public import Ticketing

extension Notices {
    /// An address to which no messages are sent, with the orders and tickets that it concerns.
    public struct StoppedAddress: Hashable, Sendable {
        /// An e-mail address or a phone number.
        public let address: String
        public let since: Instant
        /// The answer of the server that refused the address, or the words of a complaint. Nil if `isOwn` is false.
        public var answer: String?
        /// Whether a notice of the organizer is the reason why messages to the address were stopped.
        public var isOwn = false
        /// The organizer's orders and tickets that have the address, at one event or at all events, newest event first;
        /// at most `mostSubjects`.
        public var subjects: [Subject] = []
    }

    /// An order or a ticket of an event.
    public struct Subject: Hashable, Sendable {
        public let event: EventNumber
        /// The number of the order; nil if the subject is a ticket.
        public let order: OrderNumber?
        /// The code of the ticket; nil if the subject is an order.
        public let ticket: TicketCode?
    }

    /// The maximum number of orders and tickets that are read for one address.
    public static let mostSubjects = 20

    /// At most `limit` addresses that get no messages, among the recipients of an organizer's notices. They are sorted
    /// by the time at which the messages were stopped, latest first.
    ///
    /// - Parameter event: only notices and subjects of this event count; nil for all events of the organizer.
    public func stopped(
        of organizer: OrganizerNumber, at event: EventNumber? = nil, limit: Int
    ) throws -> [StoppedAddress] {
        // Every notice is in one of three states: it was sent, it was dropped or failed, or it has a due time. Each of
        // these conditions has its own index.
        let exists = ["n.sent IS NOT NULL", "n.due IS NULL AND n.sent IS NULL", "n.due IS NOT NULL"].map { condition in
            """
            EXISTS (
                SELECT 1 FROM notice n
                WHERE n.recipient = r.address AND +n.organizer = $1
                    AND (CAST($2 AS BIGINT) IS NULL OR +n.event = CAST($2 AS BIGINT)) AND \(condition))
            """
        }
        return try connection.all(
            """
            SELECT r.address, r.suppressed, r.suppression FROM message_recipient r
            WHERE r.suppressed IS NOT NULL AND (\(exists.joined(separator: " OR ")))
            ORDER BY r.suppressed DESC, r.address LIMIT $3
            """, [.int(organizer.rawValue), .optional(event?.rawValue), .int(limit)]
        ) { row in
            StoppedAddress(address: row.text(0), since: try row.instant(1), answer: row.optionalText(2))
        }.map { found in
            var found = found
            found.isOwn = try hasStopped(found.address, since: found.since, organizer: organizer)
            if !found.isOwn { found.answer = nil }
            found.subjects = try subjects(of: found.address, organizer, at: event)
            return found
        }
    }

    /// The orders and tickets with an address, including cancelled and refunded ones, because messages about a
    /// cancelled event concern them.
    private func subjects(
        of address: String, _ organizer: OrganizerNumber, at event: EventNumber?
    ) throws -> [Subject] {
        try connection.all(
            """
            SELECT found.event, found.ticket_order, found.serial FROM (
                SELECT event, number AS ticket_order, CAST(NULL AS BIGINT) AS serial FROM ticket_order WHERE email = $1
                UNION SELECT event, number, CAST(NULL AS BIGINT) FROM ticket_order WHERE phone = $1
                UNION SELECT event, CAST(NULL AS BIGINT), serial FROM ticket WHERE email = $1
                UNION SELECT event, CAST(NULL AS BIGINT), serial FROM guest WHERE email = $1 AND serial IS NOT NULL
                UNION SELECT event, CAST(NULL AS BIGINT), serial FROM guest WHERE phone = $1 AND serial IS NOT NULL
            ) AS found JOIN event e ON e.number = found.event
            WHERE e.organizer = $2 AND e.number = coalesce(CAST($3 AS BIGINT), e.number)
            ORDER BY found.event DESC, coalesce(found.ticket_order, 0), coalesce(found.serial, 0) LIMIT $4
            """,
            [
                .text(address), .int(organizer.rawValue), .optional(event?.rawValue), .int(Notices.mostSubjects),
            ]
        ) { row in
            Subject(
                event: try row.value(0), order: row.isNull(1) ? nil : try row.value(1),
                ticket: row.isNull(2) ? nil : TicketCode(try row.value(2)))
        }
    }

    /// Whether messages to an address were stopped because a notice of an organizer came back, or because its recipient
    /// complained about it.
    ///
    /// - Parameter since: the time at which the messages were stopped.
    public func hasStopped(_ address: String, since: Instant, organizer: OrganizerNumber) throws -> Bool {
        // A server can refuse an address at once. The notice then counts as a notice that came back, although it was
        // never sent. Each of these two conditions has its own index.
        let exists = ["sent IS NOT NULL", "due IS NULL AND sent IS NULL"].map { condition in
            """
            EXISTS (
                SELECT 1 FROM notice
                WHERE recipient = $1 AND \(condition) AND +organizer = $2 AND changed = $3
                    AND (state = $4 OR reason = $5))
            """
        }
        return try connection.first(
            "SELECT 1 WHERE \(exists.joined(separator: " OR "))",
            [
                .text(address), .int(organizer.rawValue), .instant(since),
                .text(NoticeDelivery.State.bounced.rawValue), .text(NoticeReason.complaint.code),
            ]
        ) { _ in true } ?? false
    }
}
