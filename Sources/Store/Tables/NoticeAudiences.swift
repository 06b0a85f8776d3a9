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
        let event: Int64
        let audience: NoticeAudience?
        /// The serial of the last ticket whose notice is queued; nil if no tickets are left. `guest` is the number of
        /// the last guest whose notice is queued; nil if no guests are left.
        var ticket: Int64?
        var guest: Int64?
    }

    /// Stores an audience. Does nothing if an audience with the same beginning of the notice keys is already stored.
    ///
    /// - Parameter values: the values of the placeholders of `Notices.insertion`.
    func add(_ audience: NoticeAudience?, recipients: Int, _ values: [SQLValue]) throws {
        try connection.execute(
            """
            INSERT INTO notice_audience (
                key_prefix, organizer, event, kind, payload, created, due, audience, recipients, ticket, guest)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (key_prefix) DO NOTHING
            """,
            values + [
                .optional(audience?.code), .int(recipients), audience?.includesHolders == false ? .null : .int(0),
                audience?.includesGuests == false ? .null : .int(0),
            ])
    }

    /// Whether any audience is stored.
    public func isPending() throws -> Bool {
        try connection.first("SELECT 1 FROM notice_audience LIMIT 1", []) { _ in true } ?? false
    }

    /// Whether any stored audience gets notices of a kind about an event, and was stored after a moment.
    public func isPending(_ kind: Notice.Kind, about event: EventNumber, after moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM notice_audience WHERE event = $1 AND kind = $2 AND created > $3 LIMIT 1",
            [.int(event.rawValue), .text(kind.rawValue), .instant(moment)]
        ) { _ in true } ?? false
    }

    /// Queues notices to the next members of the oldest audience: to holders of tickets, or to guests. Removes the
    /// audience after its last member.
    ///
    /// - Parameter limit: the greatest number of tickets or guests.
    /// - Returns: the number of new notices; nil if there is no audience.
    public func queueNext(limit: Int) throws -> Int? {
        guard var audience = try oldest() else { return nil }
        if let ticket = audience.ticket {
            let last = try last("serial", of: "ticket", event: audience.event, after: ticket, limit: limit)
            let added = try last.map { last in
                let type = Notices.type(of: audience.audience)
                return try queue(
                    to: Notices.holders(in: audience.audience, event: 3, type: 8, stored: 6), audience,
                    more: type, after: ticket, upTo: last)
            }
            audience.ticket = last
            try update(audience)
            return added ?? 0
        }
        guard let guest = audience.guest else {
            try update(audience)
            return 0
        }
        let last = try last("number", of: "guest", event: audience.event, after: guest, limit: limit)
        let added = try last.map { last in
            try queue(
                to: Notices.guests(in: audience.audience, event: 3), audience, more: [], after: guest, upTo: last)
        }
        audience.guest = last
        try update(audience)
        return added ?? 0
    }

    /// The oldest audience. Its row stays locked until the transaction ends.
    private func oldest() throws -> Pending? {
        try connection.first(
            """
            SELECT key_prefix, organizer, event, kind, payload, created, due, audience, ticket, guest
            FROM notice_audience ORDER BY created, key_prefix LIMIT 1 FOR NO KEY UPDATE
            """, []
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
                ], key: row.text(0), event: row.integer(2), audience: audience, ticket: row.optionalInteger(8),
                guest: row.optionalInteger(9))
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

    private func queue(
        to members: String?, _ audience: Pending, more: [SQLValue], after position: Int64, upTo last: Int64
    ) throws -> Int {
        guard let members else { return 0 }
        let next = audience.values.count + more.count + 1
        return try connection.execute(
            Notices.insertion(
                from: members, where: "member_number > $\(next) AND member_number <= $\(next + 1)"),
            audience.values + more + [.integer(position), .integer(last)])
    }

    /// Stores the position in an audience, or removes the audience if no members are left.
    private func update(_ audience: Pending) throws {
        guard audience.ticket != nil || audience.guest != nil else {
            try connection.execute("DELETE FROM notice_audience WHERE key_prefix = $1", [.text(audience.key)])
            return
        }
        try connection.execute(
            "UPDATE notice_audience SET ticket = $1, guest = $2 WHERE key_prefix = $3",
            [.optional(audience.ticket), .optional(audience.guest), .text(audience.key)])
    }
}
