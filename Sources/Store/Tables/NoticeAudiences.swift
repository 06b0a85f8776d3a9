public import Ticketing

extension StoreConnection {
    public var noticeAudiences: NoticeAudiences { NoticeAudiences(connection: self) }
}

/// The large audiences in which some members have no notice yet. `Notices.queue(to:…)` stores an audience. The notices
/// to its members are queued in short transactions, so that gates do not wait.
public struct NoticeAudiences {
    let connection: any StoreConnection

    /// A stored audience, and the position up to which its notices are queued.
    private struct Pending {
        /// The values of the placeholders of `Notices.insertion`.
        let values: [SQLValue]
        let key: String
        let organizer: Int64
        let event: Int64
        let audience: NoticeAudience?
        /// The time after which nobody joins the audience. Tickets that were issued later and consents that were given
        /// later do not belong to it.
        let joinedUntil: SQLValue
        /// The serial of the last ticket to whose holder a notice is queued; nil if no tickets are left.
        var ticket: Int64?
        /// The number of the last guest to whom a notice is queued; nil if no guests are left.
        var guest: Int64?
        /// Of the addresses that have consented to news, the last one to which a notice is queued; nil if no addresses
        /// are left.
        var address: String?

        var isComplete: Bool { ticket == nil && guest == nil && address == nil }
    }

    /// Stores an audience. Does nothing if an audience with the same `key_prefix` is already stored.
    ///
    /// The column `joined_until` becomes the time of the notices or, if that is later, the time of the latest ticket or
    /// consent. A ticket or consent can have a later time than the notices if it was stored by another server whose
    /// clock is ahead of this server's clock. Without the later time, people who belong to the audience would get no
    /// message.
    ///
    /// - Parameter values: the values of the placeholders of `Notices.insertion`.
    func add(_ audience: NoticeAudience?, recipients: Int, _ values: [SQLValue]) throws {
        try connection.execute(
            """
            INSERT INTO notice_audience (
                key_prefix, organizer, event, kind, payload, created, due, audience, recipients, ticket, guest, address,
                joined_until)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (
                SELECT max(moment) FROM (
                    SELECT CAST($6 AS BIGINT) AS moment
                    UNION ALL SELECT issued_at FROM ticket WHERE event = $3
                    UNION ALL SELECT given FROM news_consent WHERE organizer = $2 AND ended IS NULL
                ) AS times))
            ON CONFLICT (key_prefix) DO NOTHING
            """,
            values + [
                .optional(audience?.code), .int(recipients), audience?.includesHolders == false ? .null : .int(0),
                audience?.includesGuests == false ? .null : .int(0), audience == .news ? .text("") : .null,
            ])
    }

    /// Whether notices are still to be queued to an audience that this version of the program knows.
    public func isPending() throws -> Bool {
        let known = try known()
        return try connection.first(
            "SELECT 1 FROM notice_audience WHERE \(known.condition) LIMIT 1", known.values
        ) { _ in true } ?? false
    }

    /// The number of audiences with unknown codes. A newer version of the program has stored them, and they stay stored
    /// until that version queues their notices.
    public func unknownCount() throws -> Int {
        let known = try known()
        return try connection.first(
            "SELECT count(*) FROM notice_audience WHERE NOT \(known.condition)", known.values
        ) { try $0.number(0) } ?? 0
    }

    /// The condition for the audiences whose codes this version of the program knows, with the values of its
    /// placeholders.
    private func known() throws -> (condition: String, values: [SQLValue]) {
        let unknown = try connection.all(
            "SELECT DISTINCT audience FROM notice_audience WHERE audience IS NOT NULL", []
        ) { $0.text(0) }.filter { NoticeAudience(code: $0) == nil }
        guard !unknown.isEmpty else { return ("TRUE", []) }
        let placeholders = unknown.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return ("(audience IS NULL OR audience NOT IN (\(placeholders)))", unknown.map { .text($0) })
    }

    /// Whether any stored audience gets notices of a kind about an event, and was stored after a moment.
    public func isPending(_ kind: Notice.Kind, about event: EventNumber, after moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM notice_audience WHERE event = $1 AND kind = $2 AND created > $3 LIMIT 1",
            [.int(event.rawValue), .text(kind.rawValue), .instant(moment)]
        ) { _ in true } ?? false
    }

    /// Queues the notices to some members of the oldest audience that this version of the program knows: to the holders
    /// of the next tickets, to the next guests, or to the next recipients of news. Removes the audience after its last
    /// member.
    ///
    /// - Parameter limit: the maximum number of tickets, guests or recipients of news.
    /// - Returns: the number of new notices; nil if there is no such audience.
    public func queueNext(limit: Int) throws -> Int? {
        guard var audience = try oldest() else { return nil }
        var added = 0
        if let ticket = audience.ticket {
            audience.ticket = try last("serial", of: "ticket", event: audience.event, after: ticket, limit: limit)
            if let last = audience.ticket {
                added = try queue(
                    to: Notices.holders(in: audience.audience, event: 3, type: 9, joinedUntil: 8), audience,
                    more: [audience.joinedUntil] + Notices.type(of: audience.audience), after: .integer(ticket),
                    upTo: .integer(last))
            }
        } else if let guest = audience.guest {
            audience.guest = try last("number", of: "guest", event: audience.event, after: guest, limit: limit)
            if let last = audience.guest {
                added = try queue(
                    to: Notices.guests(in: audience.audience, event: 3), audience, more: [], after: .integer(guest),
                    upTo: .integer(last))
            }
        } else if let address = audience.address {
            audience.address = try connection.newsConsents.lastAddress(
                of: audience.organizer, after: address, limit: limit)
            if let last = audience.address {
                added = try queue(
                    to: Notices.newsRecipients(of: 3, joinedUntil: 8), audience, more: [audience.joinedUntil],
                    after: .text(address), upTo: .text(last), along: "recipient")
            }
        }
        try update(audience)
        return added
    }

    /// The oldest audience with a known code. Its row stays locked until the transaction ends. An earlier version of
    /// the program, which may run at the same time, stores no `joined_until`. The time of the notices then takes its
    /// place.
    private func oldest() throws -> Pending? {
        let known = try known()
        return try connection.first(
            """
            SELECT key_prefix, organizer, event, kind, payload, created, due, audience, ticket, guest, address,
                CASE WHEN joined_until = 0 THEN created ELSE joined_until END
            FROM notice_audience WHERE \(known.condition) ORDER BY created, key_prefix LIMIT 1 FOR NO KEY UPDATE
            """, known.values
        ) { row in
            var audience: NoticeAudience?
            if let code = row.optionalText(7) {
                audience = NoticeAudience(code: code)
                guard audience != nil else { throw InvalidColumnValue(column: 7, value: code, kind: "audience") }
            }
            return Pending(
                values: [
                    .text(row.text(0)), .integer(row.integer(1)), .integer(row.integer(2)), .text(row.text(3)),
                    .text(row.text(4)), .integer(row.integer(5)), .integer(row.integer(6)),
                ], key: row.text(0), organizer: row.integer(1), event: row.integer(2), audience: audience,
                joinedUntil: .integer(row.integer(11)), ticket: row.optionalInteger(8),
                guest: row.optionalInteger(9), address: row.optionalText(10))
        }
    }

    /// The highest value of a column among the next `limit` rows of an event; nil if there are no more rows.
    private func last(
        _ column: StaticString, of table: StaticString, event: Int64, after position: Int64, limit: Int
    ) throws -> Int64? {
        try connection.first(
            """
            SELECT max(\(column)) FROM (
                SELECT \(column) FROM \(table) WHERE event = $1 AND \(column) > $2 ORDER BY \(column) LIMIT $3
            ) AS batch
            """, [.integer(event), .integer(position), .int(limit)]
        ) { $0.optionalInteger(0) } ?? nil
    }

    /// Queues the notices to the members between two positions. Returns the number of new notices.
    ///
    /// - Parameters:
    ///   - members: a query for the members; nil if the audience has no such members.
    ///   - more: the values of the placeholders of `members` after those of `audience`.
    ///   - column: the column of `members` with the positions.
    private func queue(
        to members: String?, _ audience: Pending, more: [SQLValue], after position: SQLValue, upTo last: SQLValue,
        along column: StaticString = "member_number"
    ) throws -> Int {
        guard let members else { return 0 }
        let next = audience.values.count + more.count + 1
        return try connection.execute(
            Notices.insertion(from: members, where: "\(column) > $\(next) AND \(column) <= $\(next + 1)"),
            audience.values + more + [position, last])
    }

    /// Stores the position in an audience, or removes the audience if no members are left.
    private func update(_ audience: Pending) throws {
        guard !audience.isComplete else {
            try connection.execute("DELETE FROM notice_audience WHERE key_prefix = $1", [.text(audience.key)])
            return
        }
        try connection.execute(
            "UPDATE notice_audience SET ticket = $1, guest = $2, address = $3 WHERE key_prefix = $4",
            [
                .optional(audience.ticket), .optional(audience.guest), .optional(audience.address), .text(audience.key),
            ])
    }
}
