public import Languages
public import Ticketing

extension StoreConnection {
    var counters: Counters { Counters(connection: self) }
}

/// A stored counter that differs from the actual number.
public struct CounterMismatch: Hashable, Sendable, SentenceConvertible {
    public enum Kind: String, SentenceKey {
        public static let subject = "counter"

        case issued = "tickets issued"
        case reserved = "tickets reserved by pending orders"
        case people = "people with tickets"
        case reservedPeople = "people with reservations in pending orders"
        case inside = "people inside"
        case uncounted = "admissions that do not count as arrivals"
    }

    public let event: EventNumber
    /// The ticket type that the counter belongs to; nil for a counter of the event itself.
    public let type: TicketTypeNumber?
    public let kind: Kind
    /// The stored value of the counter. `actual` is the value that the counter should have.
    public let recorded: Int64
    public let actual: Int64

    enum Text: String, SentenceKey {
        static let subject = "counterMismatch"

        case ofType =
            "ticket type {type} of event {event}: the stored count of {kind} is {recorded}, but the correct count is {actual}"
        case ofEvent = "event {event}: the stored count of {kind} is {recorded}, but the correct count is {actual}"
    }

    public var sentence: Sentence {
        let arguments: [String: SentenceArgument] = [
            "event": "\(event)", "kind": .sentence(kind), "recorded": "\(recorded)", "actual": "\(actual)",
        ]
        guard let type else { return Sentence(Text.ofEvent, arguments) }
        return Sentence(Text.ofType, arguments.merging(["type": "\(type)"]) { $1 })
    }
}

/// Compares the stored counters with the tickets, orders and slots that they count.
struct Counters {
    let connection: any StoreConnection

    func mismatches() throws -> [CounterMismatch] {
        try wrongOfTypes() + wrongOfEvents() + wrongOccupancy() + wrongUncountedSlots()
    }

    /// Gate packs are not checked, because the column `uncounted_slots` is 0 in them.
    private func wrongUncountedSlots() throws -> [CounterMismatch] {
        guard try connection.gatePackRecord.number() == nil else { return [] }
        return try connection.all(
            """
            SELECT event, CAST(sum(uncounted_slots) AS BIGINT), CAST(sum(slots) AS BIGINT) FROM (
                SELECT event, uncounted_slots, \(Tickets.uncountedSlots) AS slots FROM ticket
            ) AS counted GROUP BY event HAVING count(*) FILTER (WHERE uncounted_slots <> slots) > 0 ORDER BY event
            """, []
        ) { row in
            CounterMismatch(
                event: try row.value(0), type: nil, kind: .uncounted, recorded: row.integer(1), actual: row.integer(2))
        }
    }

    private func wrongOccupancy() throws -> [CounterMismatch] {
        try connection.all(
            """
            SELECT o.event, o.sub_event, CAST(sum(o.inside) AS BIGINT), coalesce(p.inside, 0) FROM occupancy o
            LEFT JOIN (
                SELECT event, sub_event, CAST(sum(inside) AS BIGINT) AS inside FROM admission_slot
                GROUP BY event, sub_event
            ) AS p ON p.event = o.event AND p.sub_event = o.sub_event
            GROUP BY o.event, o.sub_event, p.inside HAVING sum(o.inside) <> coalesce(p.inside, 0)
            ORDER BY o.event, o.sub_event
            """, []
        ) { row in
            CounterMismatch(
                event: try row.value(0), type: nil, kind: .inside, recorded: row.integer(2), actual: row.integer(3))
        }
    }

    private func wrongOfTypes() throws -> [CounterMismatch] {
        try all(
            .issued, .reserved,
            """
            SELECT t.event, t.number, t.issued, coalesce(s.tickets, 0), t.reserved, coalesce(h.tickets, 0)
            FROM ticket_type t JOIN event e ON e.number = t.event
            LEFT JOIN (
                SELECT event, type, count(*) AS tickets FROM ticket
                WHERE status IN ('issued', 'blocked') GROUP BY event, type
            ) AS s ON s.event = t.event AND s.type = t.number
            LEFT JOIN (
                SELECT l.event, l.type, CAST(sum(l.count) AS BIGINT) AS tickets FROM ticket_order o
                JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
                WHERE o.holding = 1 GROUP BY l.event, l.type
            ) AS h ON h.event = t.event AND h.type = t.number
            WHERE t.issued <> coalesce(s.tickets, 0) OR t.reserved <> coalesce(h.tickets, 0)
            ORDER BY t.event, t.number
            """
        ) { try $0.value(1, TicketTypeNumber.self) }
    }

    private func wrongOfEvents() throws -> [CounterMismatch] {
        try all(
            .people, .reservedPeople,
            """
            SELECT e.number, 0, e.people, coalesce(s.people, 0), e.reserved, coalesce(h.people, 0)
            FROM event e
            LEFT JOIN (
                SELECT event, CAST(sum(admits) AS BIGINT) AS people FROM ticket
                WHERE status IN ('issued', 'blocked') GROUP BY event
            ) AS s ON s.event = e.number
            LEFT JOIN (
                SELECT l.event, CAST(sum(l.count * l.admits) AS BIGINT) AS people FROM ticket_order o
                JOIN order_line l ON l.event = o.event AND l.ticket_order = o.number
                WHERE o.holding = 1 GROUP BY l.event
            ) AS h ON h.event = e.number
            WHERE e.people <> coalesce(s.people, 0) OR e.reserved <> coalesce(h.people, 0)
            ORDER BY e.number
            """
        ) { _ in nil }
    }

    /// Reads rows with an event, a type and two counters. Each counter is followed by the actual number.
    private func all(
        _ first: CounterMismatch.Kind, _ second: CounterMismatch.Kind, _ sql: String,
        type: (any SQLRow) throws -> TicketTypeNumber?
    ) throws -> [CounterMismatch] {
        try connection.all(sql, []) { row in
            let (event, type) = (try row.value(0, EventNumber.self), try type(row))
            return [(first, row.integer(2), row.integer(3)), (second, row.integer(4), row.integer(5))]
                .filter { $0.1 != $0.2 }
                .map { CounterMismatch(event: event, type: type, kind: $0.0, recorded: $0.1, actual: $0.2) }
        }.flatMap(\.self)
    }
}
