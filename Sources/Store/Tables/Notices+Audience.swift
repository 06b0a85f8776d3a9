public import Ticketing

/// The recipients of messages to the holders and guests of an event.
extension Notices {
    /// The number of recipients of a message.
    public struct Reach: Hashable, Sendable {
        /// The different e-mail addresses and phone numbers.
        public let byEmail: Int
        public let byPhone: Int
        /// The tickets and guests without any address.
        public let unreachable: Int
    }

    /// Counts the recipients in an audience.
    public func reach(_ audience: NoticeAudience, of event: EventNumber) throws -> Reach {
        var (email, phone, unreachable) = (0, 0, 0)
        try connection.forEachRow(
            """
            SELECT CASE WHEN recipient IS NULL THEN 0 WHEN recipient LIKE '%@%' THEN 1 ELSE 2 END,
                count(DISTINCT recipient), count(DISTINCT person)
            FROM (\(Notices.members(of: audience, event: 1, type: 2))) AS member GROUP BY 1
            """, [.int(event.rawValue)] + Notices.type(of: audience)
        ) { row in
            switch row.integer(0) {
            case 0: unreachable = try row.number(2)
            case 1: email = try row.number(1)
            default: phone = try row.number(1)
            }
        }
        return Reach(byEmail: email, byPhone: phone, unreachable: unreachable)
    }

    /// Queues one notice to each recipient in an audience.
    ///
    /// - Parameters:
    ///   - cause: a part of the notice's key. The other parts are the event, the kind and the address.
    ///   - due: the time before which the notice is not sent.
    /// - Returns: the number of new notices.
    @discardableResult
    public func queue(
        to audience: NoticeAudience, of event: EventNumber, organizer: OrganizerNumber, kind: Notice.Kind,
        payload: [String: String], cause: String, due: Instant, at now: Instant
    ) throws -> Int {
        try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns))
            SELECT CAST($1 AS TEXT) || recipient, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), recipient,
                CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT)
            FROM (\(Notices.members(of: audience, event: 3, type: 8))) AS member
            WHERE recipient IS NOT NULL GROUP BY recipient
            ON CONFLICT (notice_key) DO NOTHING
            """,
            [
                .text(Notice.keyPrefix(kind, of: event, cause: cause)), .int(organizer.rawValue), .int(event.rawValue),
                .text(kind.rawValue), try .fields(payload), .instant(now), .instant(due),
            ] + Notices.type(of: audience))
    }

    /// The members of an audience, as a query with the columns `recipient`, which is an address or null, and `person`.
    ///
    /// - Parameters:
    ///   - event: the number of the placeholder for the event.
    ///   - type: the number of the placeholder for the ticket type.
    private static func members(of audience: NoticeAudience, event: Int, type: Int) -> String {
        // The tickets of guests have no address of their own. They go to the addresses of their guests.
        let holders = """
            SELECT coalesce(t.email, o.email, o.phone, g.email, g.phone) AS recipient,
                coalesce('guest ' || g.number, 'ticket ' || t.serial) AS person
            FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial
            WHERE t.event = $\(event) AND t.status IN ('issued', 'blocked') \(condition(of: audience, type: type))
            """
        let answer = audience == .silent ? "i.answer IS NULL" : "(i.answer IS NULL OR i.answer <> 'declined')"
        let guests = """
            SELECT coalesce(g.email, g.phone) AS recipient, 'guest ' || g.number AS person
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $\(event) AND \(answer)
            """
        return switch audience {
        case .all: "\(holders) AND g.number IS NULL UNION ALL \(guests)"
        case .silent: guests
        case .type, .unpaid, .notInside: holders
        }
    }

    private static func condition(of audience: NoticeAudience, type: Int) -> String {
        switch audience {
        case .all, .silent: ""
        case .type: "AND t.type = $\(type)"
        case .unpaid: "AND t.due IS NOT NULL"
        case .notInside:
            "AND NOT EXISTS (SELECT 1 FROM admission_slot s WHERE s.event = t.event AND s.serial = t.serial)"
        }
    }

    private static func type(of audience: NoticeAudience) -> [SQLValue] {
        if case .type(let number) = audience { return [.int(number.rawValue)] }
        return []
    }
}
