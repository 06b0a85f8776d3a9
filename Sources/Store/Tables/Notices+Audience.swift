public import Ticketing

/// The recipients of messages to the holders and guests of an event.
extension Notices {
    /// The number of recipients of a message.
    public struct Reach: Hashable, Sendable {
        /// The number of different e-mail addresses. `byPhone` is the number of different phone numbers.
        public let byEmail: Int
        public let byPhone: Int
        /// The number of tickets and guests without any address.
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

    /// The maximum number of recipients whose notices are queued in one transaction, so that gates do not wait long. If
    /// an audience has more recipients, the notices are queued after the transaction.
    public static let mostAtOnce = 1000

    /// Queues one notice to each recipient in an audience. If there are more than `mostAtOnce` recipients, the audience
    /// is stored instead, and `NoticeAudiences.queueNext` queues the notices.
    ///
    /// - Parameters:
    ///   - audience: nil for everybody whom a change of the event concerns. These are the holders of active tickets,
    ///     with the addresses of their tickets and orders, and the invited guests who have not declined.
    ///   - cause: a part of the notice's key. The other parts are the event, the kind and the address.
    ///   - due: the time before which the notice is not sent.
    /// - Returns: the number of new notices or, if the audience was stored instead, the number of its recipients.
    @discardableResult
    public func queue(
        to audience: NoticeAudience?, of event: EventNumber, organizer: OrganizerNumber, kind: Notice.Kind,
        payload: [String: String], cause: String, due: Instant, at now: Instant
    ) throws -> Int {
        let values: [SQLValue] = [
            .text(Notice.keyPrefix(kind, of: event, cause: cause)), .int(organizer.rawValue), .int(event.rawValue),
            .text(kind.rawValue), try .fields(payload), .instant(now), .instant(due),
        ]
        let recipients = try recipients(in: audience, of: event)
        guard recipients > Notices.mostAtOnce else {
            return try connection.execute(
                Notices.insertion(from: Notices.members(of: audience, event: 3, type: 8)),
                values + Notices.type(of: audience))
        }
        try connection.noticeAudiences.add(audience, recipients: recipients, values)
        return recipients
    }

    /// The number of different addresses in an audience.
    private func recipients(in audience: NoticeAudience?, of event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT recipient)
            FROM (\(Notices.members(of: audience, event: 1, type: 2))) AS member
            """, [.int(event.rawValue)] + Notices.type(of: audience)
        ) { try $0.number(0) } ?? 0
    }

    /// A statement that queues one notice to each different recipient in the result of the query `members`. Its
    /// placeholders 1 to 7 are the beginning of the key, the organizer, the event, the kind, the payload, and the times
    /// `created` and `due`.
    ///
    /// - Parameter condition: a condition on the column `member_number` of `members`.
    static func insertion(from members: String, where condition: String? = nil) -> String {
        """
        INSERT INTO notice (\(Notices.newColumns))
        SELECT CAST($1 AS TEXT) || recipient, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), recipient,
            CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT)
        FROM (\(members)) AS member
        WHERE recipient IS NOT NULL \(condition.map { "AND \($0)" } ?? "") GROUP BY recipient
        ON CONFLICT (notice_key) DO NOTHING
        """
    }

    /// A query for the members of an audience. It has the columns `recipient` (an address or null), `person` and
    /// `member_number`.
    ///
    /// - Parameters:
    ///   - event: the number of the placeholder for the event.
    ///   - type: the number of the placeholder for the ticket type.
    private static func members(of audience: NoticeAudience?, event: Int, type: Int) -> String {
        [holders(in: audience, event: event, type: type), guests(in: audience, event: event)].compactMap(\.self)
            .joined(separator: " UNION ALL ")
    }

    /// A query for the members of an audience who have tickets, with the columns of `members`. The member number is the
    /// ticket's serial. Nil if the audience has no such members.
    ///
    /// - Parameter stored: the number of the placeholder for the time at which the audience was stored; nil if the
    ///   audience is not stored. Tickets that were issued after that time are left out. Tickets that were active at
    ///   that time, and ended because the event was cancelled or deleted, are included.
    static func holders(in audience: NoticeAudience?, event: Int, type: Int, stored: Int? = nil) -> String? {
        // A ticket of guests has no address. Messages about it go to the addresses of the guests.
        let guest: String? =
            switch audience {
            case .silent: nil
            case nil: ""
            case .all, .type, .unpaid, .notInside: ", g.email, g.phone"
            }
        guard let guest else { return nil }
        let active = "t.status IN ('issued', 'blocked')"
        let status =
            stored.map { time in
                "t.issued_at <= $\(time) AND (\(active) OR t.status_before IS NOT NULL AND t.status_since >= $\(time))"
            } ?? active
        return """
            SELECT coalesce(t.email, o.email, o.phone\(guest)) AS recipient,
                coalesce('guest ' || g.number, 'ticket ' || t.serial) AS person, t.serial AS member_number
            FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial
            WHERE t.event = $\(event) AND \(status) \(condition(of: audience, type: type))
            """
    }

    /// A query for the members of an audience who are invited guests, with the columns of `members`. The member number
    /// is the guest's number. Nil if the audience has no such members.
    static func guests(in audience: NoticeAudience?, event: Int) -> String? {
        let answer: String? =
            switch audience {
            case .silent: unanswered
            case nil, .all: "(i.answer IS NULL OR i.answer <> 'declined')"
            case .type, .unpaid, .notInside: nil
            }
        return answer.map { answer in
            """
            SELECT coalesce(g.email, g.phone) AS recipient, 'guest ' || g.number AS person, i.guest AS member_number
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $\(event) AND \(answer)
            """
        }
    }

    private static func condition(of audience: NoticeAudience?, type: Int) -> String {
        switch audience {
        case nil, .silent: ""
        case .all: "AND g.number IS NULL"
        case .type: "AND t.type = $\(type)"
        case .unpaid: "AND t.due IS NOT NULL"
        case .notInside:
            "AND NOT EXISTS (SELECT 1 FROM admission_slot s WHERE s.event = t.event AND s.serial = t.serial)"
        }
    }

    static func type(of audience: NoticeAudience?) -> [SQLValue] {
        if case .type(let number) = audience { return [.int(number.rawValue)] }
        return []
    }
}
