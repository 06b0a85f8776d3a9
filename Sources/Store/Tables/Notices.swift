public import Ticketing

extension StoreConnection {
    public var notices: Notices { Notices(connection: self) }
}

/// The outbox of notices. Each notice has a key, so that the same notice is not queued twice. The Management module
/// queues most notices with `UnitOfWork.notify`.
public struct Notices {
    let connection: any StoreConnection

    static let columns = """
        notice_key, organizer, event, kind, recipient, payload, created, sent, state, due, tries, channel, reason, answer,
        token, provider_id, changed, other_address
        """
    /// The columns that each statement for new notices sets. Statements for many recipients leave the column `awaited`
    /// at 0, because these recipients have not asked for the notices.
    static let newColumns = "notice_key, organizer, event, kind, recipient, payload, created, due"

    /// Queues a notice. Does nothing if the outbox already has a notice with the same key.
    public func queue(_ notice: Notice) throws { try queue([notice]) }

    /// Queues notices, except those whose keys the outbox already has. Returns the number of new notices.
    @discardableResult
    public func queue(_ notices: [Notice]) throws -> Int {
        let added = try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns), awaited) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (notice_key) DO NOTHING
            """,
            rows: notices.map { notice in
                [
                    .text(notice.key), .int(notice.organizer?.rawValue ?? Notices.ofServer),
                    .optional(notice.event?.rawValue), .text(notice.kind.rawValue), .text(notice.recipient),
                    try .fields(notice.payload),
                    .instant(notice.created), .optional(notice.delivery.due), .int(notice.kind.isAwaited ? 1 : 0),
                ]
            })
        return added.reduce(0, +)
    }

    /// The number of different recipients of an organizer's notices that were created at or after a moment. A recipient
    /// in several large audiences (`NoticeAudiences`) counts once for each of them.
    public func recipients(of organizer: OrganizerNumber, createdFrom created: Instant) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT recipient) + (
                SELECT CAST(coalesce(sum(recipients), 0) AS BIGINT) FROM notice_audience
                WHERE organizer = $1 AND created >= $2)
            FROM notice WHERE organizer = $1 AND created >= $2
            """, [.int(organizer.rawValue), .instant(created)]
        ) { try $0.number(0) } ?? 0
    }

    /// The number of different phone numbers among the recipients of an organizer's notices that were created at or
    /// after a moment, without the large audiences (`NoticeAudiences.phones`).
    public func phoneRecipients(of organizer: OrganizerNumber, createdFrom created: Instant) throws -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT recipient) FROM notice
            WHERE organizer = $1 AND created >= $2 AND recipient NOT LIKE '%@%'
            """, [.int(organizer.rawValue), .instant(created)]
        ) { try $0.number(0) } ?? 0
    }

    /// Queues one notice to each holder of an active ticket of an event. The notice goes to the ticket's e-mail
    /// address. If the ticket has no e-mail address, the notice goes to the address with which the buyer confirmed the
    /// order. If the buyer has confirmed no address, the notice goes to the buyer's e-mail address or phone number.
    ///
    /// - Parameter cause: a text that identifies the reason for the notices, as a part of their keys.
    /// - Returns: the number of new notices.
    public func queueToHolders(
        of event: EventNumber, organizer: OrganizerNumber, kind: Notice.Kind, payload: [String: String], cause: String,
        at now: Instant
    ) throws -> Int {
        try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns))
            SELECT CAST($1 AS TEXT) || recipient, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), recipient,
                CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($6 AS BIGINT)
            FROM (
                SELECT coalesce(t.email, o.confirm_address, o.email, o.phone) AS recipient
                FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                WHERE t.event = $3 AND t.status IN ('issued', 'blocked')
            ) AS holder
            WHERE recipient IS NOT NULL GROUP BY recipient
            ON CONFLICT (notice_key) DO NOTHING
            """,
            [
                .text(Notice.keyPrefix(kind, of: event, cause: cause)), .int(organizer.rawValue), .int(event.rawValue),
                .text(kind.rawValue), try .fields(payload), .instant(now),
            ])
    }

    /// Queues one notice to each address of the guests who are invited and have not declined. A guest without an e-mail
    /// address gets the notice at the guest's phone number.
    ///
    /// - Parameters:
    ///   - subEvent: the sub-event of the invitations; nil for the invitations to all sub-events.
    ///   - cause: a text that identifies the reason for the notices, as a part of their keys.
    /// - Returns: the number of new notices.
    public func queueToGuests(
        of subEvent: Int?, event: EventNumber, organizer: OrganizerNumber, kind: Notice.Kind,
        payload: [String: String], cause: String, at now: Instant
    ) throws -> Int {
        try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns))
            SELECT CAST($1 AS TEXT) || coalesce(g.email, g.phone), CAST($2 AS BIGINT), CAST($3 AS BIGINT),
                CAST($4 AS TEXT), coalesce(g.email, g.phone), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($6 AS BIGINT)
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $3 AND i.sub_event = coalesce(CAST($7 AS BIGINT), i.sub_event)
                AND coalesce(g.email, g.phone) IS NOT NULL AND (i.answer IS NULL OR i.answer <> 'declined')
            GROUP BY coalesce(g.email, g.phone)
            ON CONFLICT (notice_key) DO NOTHING
            """,
            [
                .text(Notice.keyPrefix(kind, of: event, cause: cause)), .int(organizer.rawValue), .int(event.rawValue),
                .text(kind.rawValue), try .fields(payload), .instant(now), .optional(subEvent),
            ])
    }

    /// Removes the unsent notices with the given kind and cause, for example because the cause no longer applies.
    /// Notices that are being sent now stay.
    ///
    /// - Parameter cause: the whole cause, or its beginning up to and including a slash.
    public func withdraw(_ kind: Notice.Kind, of event: EventNumber?, cause: String) throws {
        let keys = Notice.keyPrefix(kind, of: event, cause: cause)
        try connection.execute(
            "DELETE FROM notice WHERE notice_key >= $1 AND notice_key < $2 AND sent IS NULL AND state <> 'leased'",
            [.text(keys), .text(Notices.upperBound(of: keys))])
    }

    /// The highest sales milestone of an event about which a notice was queued; nil if there is no such notice. The
    /// cause of such a notice is its milestone, and the notices are never removed (`keptKinds`).
    public func highestMilestone(of event: EventNumber) throws -> Int? {
        // A key has a slash before and after the cause. So with an empty cause, the prefix ends with two slashes.
        // Without the last slash, it is the beginning of the keys of all milestones.
        let keys = String(Notice.keyPrefix(.salesMilestone, of: event, cause: "").dropLast())
        return try connection.all(
            "SELECT notice_key FROM notice WHERE notice_key >= $1 AND notice_key < $2",
            [.text(keys), .text(Notices.upperBound(of: keys))]
        ) { row in row.text(0).dropFirst(keys.count).split(separator: "/").first.flatMap { Int($0) } }
        .compactMap(\.self).max()
    }

    /// Queues one notice to each recipient of earlier notices. The earlier notices have the kind `sent` and the cause
    /// `former`, and were already sent or are being sent now.
    ///
    /// - Parameters:
    ///   - cause: a text that identifies the reason for the new notices, as a part of their keys.
    ///   - former: the cause of the earlier notices, or its beginning up to and including a slash.
    /// - Returns: the number of new notices.
    public func queue(
        _ kind: Notice.Kind, cause: String, toRecipientsOf sent: Notice.Kind, ofCause former: String,
        event: EventNumber, payload: [String: String], at now: Instant
    ) throws -> Int {
        let keys = Notice.keyPrefix(sent, of: event, cause: former)
        return try connection.execute(
            """
            INSERT INTO notice (\(Notices.newColumns))
            SELECT CAST($1 AS TEXT) || recipient, organizer, event, CAST($2 AS TEXT), recipient, CAST($3 AS TEXT),
                CAST($4 AS BIGINT), CAST($4 AS BIGINT)
            FROM notice
            WHERE notice_key >= $5 AND notice_key < $6 AND (sent IS NOT NULL OR state = 'leased')
            GROUP BY recipient, organizer, event
            ON CONFLICT (notice_key) DO NOTHING
            """,
            [
                .text(Notice.keyPrefix(kind, of: event, cause: cause)), .text(kind.rawValue), try .fields(payload),
                .instant(now), .text(keys), .text(Notices.upperBound(of: keys)),
            ])
    }

    /// A text that sorts after all keys that begin with the prefix `keys`. The prefix ends in a slash. The result has
    /// `0` in place of this slash, because `0` follows the slash in ASCII.
    static func upperBound(of keys: String) -> String { keys.dropLast() + "0" }

    /// The notices of an organizer that are newer than the position `last`, oldest first; at most `limit`. If
    /// `organizer` is nil, the notices of the server itself.
    public func page(of organizer: OrganizerNumber?, after last: Notice.Cursor?, limit: Int) throws -> [Notice] {
        try connection.all(
            """
            SELECT \(Notices.columns) FROM notice
            WHERE organizer = $1 AND (created, notice_key) > ($2, $3) ORDER BY created, notice_key LIMIT $4
            """,
            [
                .int(organizer?.rawValue ?? Notices.ofServer), .integer(last?.created.milliseconds ?? .min),
                .text(last?.key ?? ""),
                .int(limit),
            ], Notices.notice)
    }

    /// A condition on a row of `notice`: messages to its recipient were not stopped.
    static let isDeliverable = """
        NOT EXISTS (
            SELECT 1 FROM message_recipient r
            WHERE r.address = notice.recipient
                AND \(MessageRecipients.isStopped("notice.recipient", at: "notice.event")))
        """

    /// The number of an event's unsent notices. Notices to addresses that get no messages do not count.
    public func unsent(of event: EventNumber) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM notice WHERE event = $1 AND due IS NOT NULL AND \(Notices.isDeliverable)",
            [.int(event.rawValue)]
        ) { Int($0.integer(0)) } ?? 0
    }

    /// The number in the column `organizer` for notices of the server itself.
    private static let ofServer: UInt32 = 0

    static func notice(_ row: any SQLRow) throws -> Notice {
        var delivery = NoticeDelivery(
            state: try row.value(8), due: try row.optionalInstant(9), tries: try row.count(10))
        delivery.channel = row.isNull(11) ? nil : try row.value(11)
        delivery.reason = row.optionalText(12).flatMap { NoticeReason(code: $0) }
        delivery.answer = row.optionalText(13)
        delivery.token = row.optionalText(14)
        delivery.providerID = row.optionalText(15)
        delivery.sent = try row.optionalInstant(7)
        delivery.changed = try row.optionalInstant(16)
        delivery.otherAddress = row.optionalText(17)
        return Notice(
            organizer: row.integer(1) == 0 ? nil : try row.value(1), event: row.isNull(2) ? nil : try row.value(2),
            kind: try row.value(3), recipient: row.text(4), payload: try row.fields(5), key: row.text(0),
            created: try row.instant(6), delivery: delivery)
    }
}
