public import Ticketing

/// Lists and numbers of notices by their state, for pages and the API.
extension Notices {
    /// The number of an event's notices in each state.
    public func counts(of event: EventNumber) throws -> [NoticeDelivery.State: Int] {
        try counts("event", .int(event.rawValue))
    }

    /// The number of an organizer's notices in each state.
    public func counts(of organizer: OrganizerNumber) throws -> [NoticeDelivery.State: Int] {
        try counts("organizer", .int(organizer.rawValue))
    }

    private func counts(_ column: StaticString, _ number: SQLValue) throws -> [NoticeDelivery.State: Int] {
        var counts: [NoticeDelivery.State: Int] = [:]
        try connection.forEachRow("SELECT state, count(*) FROM notice WHERE \(column) = $1 GROUP BY state", [number]) {
            counts[try $0.value(0)] = try $0.number(1)
        }
        return counts
    }

    /// The notices of an event in a state before a position, newest first; at most `limit`.
    public func page(
        of event: EventNumber, in state: NoticeDelivery.State, before last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try page("event", .int(event.rawValue), in: state, before: last, limit: limit)
    }

    /// The notices of an organizer in a state before a position, newest first; at most `limit`.
    public func page(
        of organizer: OrganizerNumber, in state: NoticeDelivery.State, before last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try page("organizer", .int(organizer.rawValue), in: state, before: last, limit: limit)
    }

    private func page(
        _ column: StaticString, _ number: SQLValue, in state: NoticeDelivery.State, before last: Notice.Cursor?,
        limit: Int
    ) throws -> [Notice] {
        try connection.all(
            """
            SELECT \(Notices.columns) FROM notice
            WHERE \(column) = $1 AND state = $2 AND (created, notice_key) < ($3, $4)
            ORDER BY created DESC, notice_key DESC LIMIT $5
            """,
            [
                number, .text(state.rawValue), .integer(last?.created.milliseconds ?? .max), .text(last?.key ?? ""),
                .int(limit),
            ], Notices.notice)
    }

    /// The notices of an organizer in a state after a position, oldest first; at most `limit`.
    public func page(
        of organizer: OrganizerNumber, in state: NoticeDelivery.State, after last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try connection.all(
            """
            SELECT \(Notices.columns) FROM notice
            WHERE organizer = $1 AND state = $2 AND (created, notice_key) > ($3, $4)
            ORDER BY created, notice_key LIMIT $5
            """,
            [
                .int(organizer.rawValue), .text(state.rawValue), .integer(last?.created.milliseconds ?? .min),
                .text(last?.key ?? ""), .int(limit),
            ], Notices.notice)
    }

    /// The number of an organizer's notices that were queued since a moment and that failed or came back.
    public func failures(of organizer: OrganizerNumber, since moment: Instant) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM notice WHERE organizer = $1 AND state IN ($2, $3) AND created >= $4",
            [
                .int(organizer.rawValue), .text(NoticeDelivery.State.failed.rawValue),
                .text(NoticeDelivery.State.bounced.rawValue), .instant(moment),
            ]
        ) { try $0.number(0) } ?? 0
    }

    /// The number of guests who are invited to a sub-event, have not declined, and have neither an e-mail address nor a
    /// phone number.
    public func unreachableGuests(of subEvent: Int, event: EventNumber) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $1 AND i.sub_event = $2 AND (i.answer IS NULL OR i.answer <> 'declined')
                AND g.email IS NULL AND g.phone IS NULL
            """, [.int(event.rawValue), .int(subEvent)]
        ) { try $0.number(0) } ?? 0
    }

    /// The numbers of unsent notices.
    public struct Unsent: Hashable, Sendable {
        public let toEmail: Int
        public let toPhone: Int

        public init(toEmail: Int, toPhone: Int) {
            self.toEmail = toEmail
            self.toPhone = toPhone
        }

        public var total: Int { toEmail + toPhone }
    }

    /// The numbers of an event's unsent notices to e-mail addresses and to phone numbers.
    public func unsentByAddress(of event: EventNumber) throws -> Unsent {
        try connection.first(
            """
            SELECT count(*), coalesce(sum(CASE WHEN recipient LIKE '%@%' THEN 1 ELSE 0 END), 0) FROM notice
            WHERE event = $1 AND due IS NOT NULL
            """, [.int(event.rawValue)]
        ) { row in
            Unsent(toEmail: try row.number(1), toPhone: try row.number(0) - row.number(1))
        } ?? Unsent(toEmail: 0, toPhone: 0)
    }
}
