public import Ticketing

extension StoreConnection {
    public var noticeAudiences: NoticeAudiences { NoticeAudiences(connection: self) }
}

/// The large audiences in which some members have no notice yet. An audience consists of all people who must get a
/// message. The notices to its members are queued in short transactions, so that gates do not wait.
///
/// The buyers of an event's unpaid reservations are also an audience (`EarlierDeadline`). Each of their orders gets its
/// own notice.
public struct NoticeAudiences {
    let connection: any StoreConnection

    /// The text in the column `audience` for the audience of an `EarlierDeadline`. For any other audience, the column
    /// is null or has `NoticeAudience.code`, which is never this text.
    private static let reservationsCode = "reservations"

    /// A stored audience, and the position up to which its notices are queued.
    private struct Pending {
        /// The values of the placeholders of `Notices.insertion`.
        let values: [SQLValue]
        let key: String
        let organizer: Int64
        let event: Int64
        let audience: NoticeAudience?
        /// The change about which the buyers of unpaid reservations get notices; nil if the audience consists of other
        /// people.
        let deadline: EarlierDeadline?
        /// Tickets, orders and consents that are newer than this time do not belong to the audience.
        let joinedUntil: Instant
        /// The serial of the last ticket whose holder has a queued notice; 0 at the beginning; nil if no tickets are
        /// left. If the audience consists of the buyers of unpaid reservations, this is the number of an order instead.
        var ticket: Int64?
        /// The number of the last guest to whom a notice is queued; nil if no guests are left.
        var guest: Int64?
        /// The last address that has a queued notice about news; empty at the beginning; nil if no addresses are left.
        /// These notices are queued in the order of the addresses.
        var address: String?

        var isComplete: Bool { ticket == nil && guest == nil && address == nil }
    }

    /// Stores an audience. Does nothing if an audience with the same `key_prefix` is already stored.
    ///
    /// - Parameter values: the values of the placeholders of `Notices.insertion`.
    func add(_ audience: NoticeAudience?, recipients: Int, _ values: [SQLValue]) throws {
        try add(
            joining: audience == .news
                ? "SELECT given FROM news_consent WHERE organizer = $2 AND ended IS NULL"
                : "SELECT issued_at FROM ticket WHERE event = $3",
            values + [
                .optional(audience?.code), .int(recipients), audience?.includesHolders == false ? .null : .int(0),
                audience?.includesGuests == false ? .null : .int(0), audience == .news ? .text("") : .null,
            ])
    }

    func add(_ deadline: EarlierDeadline, recipients: Int) throws {
        try add(
            joining: "SELECT created FROM ticket_order WHERE event = $3 AND \(Orders.isUnpaidOfVisitor)",
            deadline.audienceValues
                + [.text(NoticeAudiences.reservationsCode), .int(recipients), .int(0), .null, .null])
    }

    /// Stores an audience.
    ///
    /// The column `joined_until` becomes the time of the notices or, if that is later, the time of the latest ticket,
    /// order or consent. A ticket, order or consent can have a later time than the notices if another server, whose
    /// clock is ahead, stored it. Without the later time, some people in the audience would get no message.
    ///
    /// - Parameters:
    ///   - members: a query for the times of the tickets, orders or consents of the audience. $2 is the organizer, and
    ///     $3 the event.
    private func add(joining members: String, _ values: [SQLValue]) throws {
        try connection.execute(
            """
            INSERT INTO notice_audience (
                key_prefix, organizer, event, kind, payload, created, due, audience, recipients, ticket, guest, address,
                joined_until)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (
                SELECT max(moment) FROM (
                    SELECT CAST($6 AS BIGINT) AS moment
                    UNION ALL \(members)
                ) AS times))
            ON CONFLICT (key_prefix) DO NOTHING
            """, values)
    }

    /// Removes the audiences that get notices of a kind about an event. Notices that are already queued stay.
    public func remove(_ kind: Notice.Kind, about event: EventNumber) throws {
        try connection.execute(
            "DELETE FROM notice_audience WHERE event = $1 AND kind = $2",
            [.int(event.rawValue), .text(kind.rawValue)])
    }

    /// Whether notices are still to be queued to an audience whose code this version of the program knows (see
    /// `unknownCount`).
    public func isPending() throws -> Bool {
        let known = try known()
        return try connection.first(
            "SELECT 1 FROM notice_audience WHERE \(known.condition) LIMIT 1", known.values
        ) { _ in true } ?? false
    }

    /// The event of a stored audience, and the code of the audience, which describes its members. The code is nil for
    /// everybody whom a change of the event concerns.
    public struct Stored: Sendable {
        let event: EventNumber
        let code: String?
    }

    /// The audiences of an organizer that were stored at or after a moment.
    public func stored(of organizer: OrganizerNumber, createdFrom created: Instant) throws -> [Stored] {
        try connection.all(
            "SELECT event, audience FROM notice_audience WHERE organizer = $1 AND created >= $2",
            [.int(organizer.rawValue), .instant(created)]
        ) { row in Stored(event: try row.value(0), code: row.optionalText(1)) }
    }

    /// The number of phone numbers in audiences. A number in several audiences counts once for each of them. The query
    /// reads all members, so call this method outside of transactions that change something.
    public func phones(in audiences: [Stored]) throws -> Int {
        try audiences.reduce(0) { sum, audience in
            guard audience.code != NoticeAudiences.reservationsCode else {
                return try sum + connection.orders.unpaidPhones(of: audience.event)
            }
            let known = audience.code.flatMap { NoticeAudience(code: $0) }
            guard known != nil || audience.code == nil else { return sum }
            return try sum + connection.notices.addresses(in: known, of: audience.event).phones
        }
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
        ) { $0.text(0) }.filter { $0 != NoticeAudiences.reservationsCode && NoticeAudience(code: $0) == nil }
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

    /// Queues the notices to the next members of the oldest audience that this version of the program knows. The
    /// members are ticket holders, guests, recipients of news or buyers. Removes the audience after its last member.
    ///
    /// - Parameter limit: the maximum number of tickets, guests, recipients of news or orders.
    /// - Returns: the number of new notices; nil if there is no such audience.
    public func queueNext(limit: Int) throws -> Int? {
        guard var audience = try oldest() else { return nil }
        var added = 0
        if let deadline = audience.deadline {
            let orders = try connection.orders.unpaidReservations(
                of: deadline.event, after: audience.ticket ?? 0, createdUntil: audience.joinedUntil, limit: limit)
            audience.ticket = orders.last.map { Int64($0.number.rawValue) }
            added = try connection.notices.queue(deadline, to: orders)
        } else if let ticket = audience.ticket {
            audience.ticket = try last("serial", of: "ticket", event: audience.event, after: ticket, limit: limit)
            if let last = audience.ticket {
                added = try queue(
                    to: Notices.holders(in: audience.audience, event: 3, type: 9, joinedUntil: 8), audience,
                    more: [.instant(audience.joinedUntil)] + Notices.type(of: audience.audience),
                    after: .integer(ticket), upTo: .integer(last))
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
                    to: Notices.newsRecipients(of: 3, joinedUntil: 8), audience, more: [.instant(audience.joinedUntil)],
                    after: .text(address), upTo: .text(last), along: "recipient")
            }
        }
        try update(audience)
        return added
    }

    /// The oldest audience with a known code. Its row stays locked until the transaction ends. An earlier version of
    /// the program, which may run at the same time, stores no `joined_until`. The time of the notices is then used
    /// instead.
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
            var deadline: EarlierDeadline?
            if row.optionalText(7) == NoticeAudiences.reservationsCode {
                deadline = try EarlierDeadline(row)
            } else if let code = row.optionalText(7) {
                audience = NoticeAudience(code: code)
                guard audience != nil else { throw InvalidColumnValue(column: 7, value: code, kind: "audience") }
            }
            return Pending(
                values: [
                    .text(row.text(0)), .integer(row.integer(1)), .integer(row.integer(2)), .text(row.text(3)),
                    .text(row.text(4)), .integer(row.integer(5)), .integer(row.integer(6)),
                ], key: row.text(0), organizer: row.integer(1), event: row.integer(2), audience: audience,
                deadline: deadline, joinedUntil: try row.instant(11), ticket: row.optionalInteger(8),
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
    ///   - members: a query for the members; nil if the audience has no members of this kind.
    ///   - more: the values of those placeholders of `members` that follow the placeholders for `audience.values`.
    ///   - column: the column of `members` that contains the positions.
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
