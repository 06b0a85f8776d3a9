public import Ticketing

extension Notices {
    public func with(key: String) throws -> Notice? {
        try connection.first(
            "SELECT \(Notices.columns) FROM notice WHERE notice_key = $1", [.text(key)], Notices.notice)
    }

    /// The notice whose message has the given random text (`NoticeDelivery.token`) in its message id and in its return
    /// address.
    public func with(token: String) throws -> Notice? {
        try connection.first(
            "SELECT \(Notices.columns) FROM notice WHERE token = $1", [.text(token)], Notices.notice)
    }

    /// The notice whose message has the given id at the SMS provider. Only notices in the state `sent` are searched.
    public func sentBySMS(providerID: String) throws -> Notice? {
        try connection.first(
            "SELECT \(Notices.columns) FROM notice WHERE provider_id = $1 AND channel = 'sms' AND state = 'sent'",
            [.text(providerID)], Notices.notice)
    }

    /// Leases a notice to send it now. No other process sends the notice before the lease ends. Returns false if the
    /// notice has changed since it was read, for example because another process has leased it.
    ///
    /// - Parameters:
    ///   - other: the address to which the message is sent; nil for the notice's own address.
    ///   - lease: the end of the lease. If no result is recorded by then, the notice becomes due again.
    ///   - token: a random text for the message's id and return address. It is ignored if the notice already has one.
    public func lease(
        _ notice: Notice, by channel: Notice.Channel, to other: String? = nil, because reason: NoticeReason,
        token: String, until lease: Instant, at now: Instant
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE notice SET state = $1, due = $2, tries = tries + 1, channel = $3, reason = $4,
                token = coalesce(token, $5), changed = $6, other_address = $7,
                answer = CASE WHEN reason = 'outage' THEN NULL ELSE answer END
            WHERE notice_key = $8 AND due = $9 AND tries = $10
            """,
            [
                .text(NoticeDelivery.State.leased.rawValue), .instant(lease), .text(channel.rawValue),
                .text(reason.code), .text(token), .instant(now), .optional(other), .text(notice.key),
                .optional(notice.delivery.due), .int(notice.delivery.tries),
            ]) == 1
    }

    /// The number of senders that have leased notices to send them by a channel now. A sender leases several notices at
    /// once, and sends all of them before it leases more. All these leases end at the same millisecond, so the senders
    /// are counted by the different ends of the leases.
    ///
    /// - Parameter seconds: the length of a lease.
    public func leasedBatches(by channel: Notice.Channel, at now: Instant, leaseSeconds seconds: Int64) throws -> Int {
        // If another server's clock is ahead, the leases of that server end later. The query therefore includes leases
        // that end up to two lease lengths from now.
        try connection.first(
            """
            SELECT count(DISTINCT due) FROM notice
            WHERE due > $1 AND due <= $2 AND state = 'leased' AND channel = $3
            """, [.instant(now), .instant(now.advanced(bySeconds: 2 * seconds)), .text(channel.rawValue)]
        ) { try $0.number(0) } ?? 0
    }

    /// Stores the delivery of a notice that this process has leased or read. Does nothing and returns false if another
    /// process has changed the notice since.
    ///
    /// - Parameter known: the notice as this process last read or leased it.
    @discardableResult
    public func update(_ known: Notice, to delivery: NoticeDelivery) throws -> Bool {
        try connection.execute(
            """
            UPDATE notice SET state = $1, due = $2, tries = $3, channel = $4, reason = $5, answer = $6,
                provider_id = $7, sent = $8, changed = $9
            WHERE notice_key = $10 AND tries = $11 AND state = $12 AND (due = $13 OR due IS NULL)
            """,
            [
                .text(delivery.state.rawValue), .optional(delivery.due), .int(delivery.tries),
                .optional(delivery.channel?.rawValue),
                .optional(delivery.reason?.code), .optional(delivery.answer), .optional(delivery.providerID),
                .optional(delivery.sent), .optional(delivery.changed), .text(known.key), .int(known.delivery.tries),
                .text(known.delivery.state.rawValue), .optional(known.delivery.due),
            ]) == 1
    }

    /// Replaces the payload of a notice. Does nothing if the notice is leased.
    public func setPayload(_ payload: [String: String], of key: String) throws {
        try connection.execute(
            "UPDATE notice SET payload = $1 WHERE notice_key = $2 AND state <> 'leased'",
            [try .fields(payload), .text(key)])
    }

    /// The messages that were sent to any of a recipient's addresses since a moment, or are being sent now, oldest
    /// first. For each address, the result has at most the latest `NoticePolicy.Cap.greatest` messages that were sent,
    /// and as many that are being sent.
    public func history(of addresses: [String], since moment: Instant) throws -> [SentNotice] {
        try addresses.flatMap { try history(of: $0, since: moment) }.sorted { $0.at < $1.at }
    }

    /// The messages that were sent to a recipient since a moment, or are being sent now, oldest first. The result has
    /// at most the latest `NoticePolicy.Cap.greatest` messages that were sent, and as many that are being sent.
    public func history(of recipient: String, since moment: Instant) throws -> [SentNotice] {
        let sent = try sentNotices(
            "sent >= $2 ORDER BY sent DESC", [.text(recipient), .instant(moment)], at: "sent")
        let leased = try sentNotices(
            "due IS NOT NULL AND state = 'leased' AND sent IS NULL ORDER BY changed DESC", [.text(recipient)],
            at: "coalesce(changed, created)")
        return (sent + leased).sorted { $0.at < $1.at }
    }

    private func sentNotices(_ condition: String, _ values: [SQLValue], at time: String) throws -> [SentNotice] {
        try connection.all(
            """
            SELECT \(time), kind, event FROM notice WHERE recipient = $1 AND \(condition)
            LIMIT \(NoticePolicy.Cap.greatest)
            """, values
        ) { row in
            SentNotice(
                at: try row.instant(0), kind: try row.value(1), event: row.isNull(2) ? nil : try row.value(2))
        }
    }

    /// The maximum number of notices that one search for mergeable notices reads.
    private static let mostCompared = 100

    /// A query for the pending notices with the same recipient and event as another notice, and with a kind that can be
    /// merged with it. The plus sign keeps SQLite from reading all pending notices about the event.
    private static let mergeable = """
        SELECT \(Notices.columns) FROM notice
        WHERE recipient = $1 AND +event = $2 AND kind IN ($3, $4) AND due IS NOT NULL AND state <> 'leased'
        """

    /// The values of the first four placeholders of `mergeable`. If a notice can be merged with notices of only one
    /// kind, that kind is passed twice.
    private static func mergeableValues(_ notice: Notice) -> [SQLValue] {
        let kinds = notice.kind.mergedKinds
        return [
            .text(notice.recipient), .optional(notice.event?.rawValue), .text((kinds.first ?? notice.kind).rawValue),
            .text((kinds.last ?? notice.kind).rawValue),
        ]
    }

    /// The next later pending notice into which a notice can be merged (`Notice.canMerge`); nil if there is no such
    /// notice. Several notices are merged one after another, each into the next. The last notice then has the contents
    /// of all notices.
    ///
    /// - Parameters:
    ///   - latest: the time by which the later notice must be due; nil for any time.
    ///   - isLocked: whether to lock the later notice until the transaction ends.
    public func replacement(
        of notice: Notice, dueBy latest: Instant? = nil, locked isLocked: Bool = false
    ) throws -> Notice? {
        let found = try connection.all(
            """
            \(Notices.mergeable) AND due <= coalesce(CAST($5 AS BIGINT), due) AND (created, notice_key) > ($6, $7)
            ORDER BY created, notice_key LIMIT $8
            """,
            Notices.mergeableValues(notice) + [
                .optional(latest), .instant(notice.created), .text(notice.key),
                .int(notice.kind.isSum ? 1 : Notices.mostCompared),
            ], Notices.notice
        ).first { $0.canMerge(notice) }
        guard isLocked, let found else { return found }
        // Another process may have leased or merged the later notice just before it was locked. The result is then nil.
        return try connection.first(
            """
            SELECT \(Notices.columns) FROM notice
            WHERE notice_key = $1 AND due IS NOT NULL AND state <> 'leased' FOR NO KEY UPDATE
            """, [.text(found.key)], Notices.notice)
    }

    /// The pending notices that were created before a notice and can be merged into it, oldest first.
    public func predecessors(of notice: Notice) throws -> [Notice] {
        try connection.all(
            """
            \(Notices.mergeable) AND (created, notice_key) < ($5, $6) ORDER BY created, notice_key LIMIT $7
            """,
            Notices.mergeableValues(notice) + [
                .instant(notice.created), .text(notice.key), .int(Notices.mostCompared),
            ], Notices.notice
        ).filter { notice.canMerge($0) }
    }

    /// Makes queued notices due at once if they wait because of the given reason, such as a missing channel.
    public func wake(waitingFor reason: NoticeReason, at now: Instant) throws {
        try connection.execute(
            "UPDATE notice SET due = $1 WHERE due > $1 AND reason = $2 AND state = 'queued'",
            [.instant(now), .text(reason.code)])
    }

    /// Whether the given address belongs to a person who has an active ticket of an event, or an invitation that the
    /// person has not declined.
    public func concerns(_ address: String, _ event: EventNumber) throws -> Bool {
        try connection.first(
            """
            SELECT 1 WHERE EXISTS (
                SELECT 1 FROM ticket WHERE event = $1 AND email = $2 AND status IN ('issued', 'blocked')
            ) OR EXISTS (
                SELECT 1 FROM ticket_order o JOIN ticket t ON t.ticket_order = o.number AND t.event + 0 = o.event
                WHERE (o.email = $2 OR o.phone = $2) AND o.event + 0 = $1 AND t.status IN ('issued', 'blocked')
            ) OR EXISTS (
                SELECT 1 FROM guest g JOIN invitation i ON i.event = g.event AND i.guest = g.number
                WHERE g.event = $1 AND (g.email = $2 OR g.phone = $2) AND (i.answer IS NULL OR i.answer <> 'declined')
            )
            """, [.int(event.rawValue), .text(address)]
        ) { _ in true } ?? false
    }
}
