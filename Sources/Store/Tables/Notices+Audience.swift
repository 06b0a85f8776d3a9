public import Ticketing

extension Notices {
    /// The maximum number of notices that are queued to an audience in one transaction, so that gates do not wait
    /// long. If an audience has more recipients, the notices are queued after the transaction.
    public static let mostAtOnce = 1000

    /// Queues one notice to each recipient in an audience. If there are more than `mostAtOnce` recipients, the audience
    /// is stored instead, and `NoticeAudiences.queueNext` queues the notices.
    ///
    /// - Parameters:
    ///   - audience: nil for everybody whom a change of the event concerns. These are the holders of active tickets,
    ///     with the addresses of their tickets and orders, and the invited guests who have not declined.
    ///   - cause: a text that identifies the reason for the notices, as a part of their keys.
    ///   - due: the notices are not sent before this time.
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

    private func recipients(in audience: NoticeAudience?, of event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT recipient)
            FROM (\(Notices.members(of: audience, event: 1, type: 2))) AS member
            """, [.int(event.rawValue)] + Notices.type(of: audience)
        ) { try $0.number(0) } ?? 0
    }

    /// The number of different addresses in an audience, and the number of phone numbers among them.
    ///
    /// - Parameter audience: nil for everybody whom a change of the event concerns, as in `queue(to:…)`.
    public func addresses(
        in audience: NoticeAudience?, of event: EventNumber
    ) throws -> (all: Int, phones: Int) {
        try connection.first(
            """
            SELECT count(DISTINCT recipient), count(DISTINCT \(Notices.phone))
            FROM (\(Notices.members(of: audience, event: 1, type: 2))) AS member
            """, [.int(event.rawValue)] + Notices.type(of: audience)
        ) { row in (all: try row.number(0), phones: try row.number(1)) } ?? (all: 0, phones: 0)
    }

    /// An SQL expression: the column `recipient` if it contains a phone number, and null otherwise.
    static let phone = "CASE WHEN recipient LIKE '%@%' THEN NULL ELSE recipient END"

    /// The e-mail address of the first recipient in an audience; nil if no recipient has an e-mail address. Addresses
    /// to which messages are stopped are left out.
    public func firstEmail(in audience: NoticeAudience, of event: EventNumber) throws -> String? {
        try connection.first(
            """
            SELECT recipient FROM (\(Notices.members(of: audience, event: 1, type: 2))) AS member
            WHERE recipient LIKE '%@%' AND NOT EXISTS (
                SELECT 1 FROM message_recipient r WHERE r.address = member.recipient AND r.suppressed IS NOT NULL)
            ORDER BY member_number, recipient LIMIT 1
            """, [.int(event.rawValue)] + Notices.type(of: audience)
        ) { $0.text(0) }
    }

    /// A statement that queues one notice to each different recipient in the result of the query `members`. Its
    /// placeholders 1 to 7 are the beginning of the key, the organizer, the event, the kind, the payload, and the times
    /// `created` and `due`.
    ///
    /// - Parameter condition: a condition on the columns of `members`.
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

    /// A query for the members of an audience. It has the columns `recipient` (the address, or null if the member has
    /// no address), `person`, `member_number` and `name` (null if it is unknown). Members who get news have no numbers.
    /// A stored audience (`NoticeAudiences`) of such members is sorted by address; any other stored audience is sorted
    /// by number.
    ///
    /// - Parameters:
    ///   - event: the number of the placeholder for the event.
    ///   - type: the number of the placeholder for the ticket type.
    static func members(of audience: NoticeAudience?, event: Int, type: Int) -> String {
        if audience == .news { return newsRecipients(of: event) }
        return [holders(in: audience, event: event, type: type), guests(in: audience, event: event)]
            .compactMap(\.self).joined(separator: " UNION ALL ")
    }

    /// A query for the members of an audience who have tickets, with the columns of `members`. The member number is the
    /// ticket's serial. Nil for an audience without ticket holders.
    ///
    /// - Parameters:
    ///   - joinedUntil: the number of the placeholder for a time. Tickets that were issued after this time do not
    ///     belong to the audience. Nil for an audience that is not stored. A stored audience includes tickets that
    ///     ended when the event was cancelled or deleted, because these tickets were active when the audience was
    ///     stored. The times at which they ended are not compared, because the clock of the server that ended them may
    ///     be behind.
    ///   - includesEnded: whether an audience that is not stored includes tickets that ended when the event was
    ///     cancelled or deleted.
    static func holders(
        in audience: NoticeAudience?, event: Int, type: Int, joinedUntil: Int? = nil, includesEnded: Bool = false
    ) -> String? {
        // A ticket of invited guests has no address. Messages about such a ticket go to the addresses of the guests.
        let guest: String? =
            switch audience {
            case .silent, .news: nil
            case nil: ""
            case .all, .type, .unpaid, .notInside: ", g.email, g.phone"
            }
        guard let guest else { return nil }
        let active = "t.status IN ('issued', 'blocked')"
        let withEnded = "(\(active) OR t.status_before IS NOT NULL)"
        let now = includesEnded ? withEnded : active
        let status = joinedUntil.map { "t.issued_at <= $\($0) AND \(withEnded)" } ?? now
        return """
            SELECT coalesce(t.email, o.confirm_address, o.email, o.phone\(guest)) AS recipient, \(ticketPerson) AS person,
                t.serial AS member_number, coalesce(g.name, t.holder, o.buyer) AS name
            FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial
            WHERE t.event = $\(event) AND \(status) \(condition(of: audience, type: type))
            """
    }

    /// A query for the members of an audience who are invited guests, with the columns of `members`. The member number
    /// is the guest's number. Nil for an audience without guests.
    static func guests(in audience: NoticeAudience?, event: Int) -> String? {
        let answer: String? =
            switch audience {
            case .silent: unanswered
            case nil, .all: "(i.answer IS NULL OR i.answer <> 'declined')"
            case .type, .unpaid, .notInside, .news: nil
            }
        return answer.map { answer in
            """
            SELECT coalesce(g.email, g.phone) AS recipient, 'guest ' || g.number AS person, i.guest AS member_number,
                g.name AS name
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $\(event) AND \(answer)
            """
        }
    }

    /// The recipients who have agreed to get the news of an event's organizer, as a query with the columns of
    /// `members`.
    ///
    /// - Parameters:
    ///   - event: the number of the placeholder for the event.
    ///   - joinedUntil: the number of the placeholder for a time. Consents that were given after this time do not
    ///     belong to the audience. Nil for an audience that is not stored.
    static func newsRecipients(of event: Int, joinedUntil: Int? = nil) -> String {
        """
        SELECT c.address AS recipient, c.address AS person, 0 AS member_number, c.address AS name
        FROM news_consent c JOIN event e ON e.organizer = c.organizer
        WHERE e.number = $\(event) AND c.ended IS NULL \(joinedUntil.map { "AND c.given <= $\($0)" } ?? "")
        """
    }

    private static func condition(of audience: NoticeAudience?, type: Int) -> String {
        switch audience {
        case nil, .silent, .news: ""
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
