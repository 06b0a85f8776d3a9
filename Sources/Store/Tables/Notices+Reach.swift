public import Ticketing

extension Notices {
    /// The number of recipients of a message.
    public struct Reach: Hashable, Sendable {
        /// The number of different e-mail addresses to which the message can be sent; `byPhone` is the number of phone
        /// numbers.
        public let byEmail: Int
        public let byPhone: Int
        public let unreached: UnreachedPeople
    }

    /// Counts the recipients in an audience, with one query. A second query reads the names of the first people whom
    /// the message does not reach.
    public func reach(_ audience: NoticeAudience, of event: EventNumber, by kind: Notice.Kind) throws -> Reach {
        try reach(Notices.selection(of: .audience(audience), at: event), by: kind)
    }

    /// The people whom messages about a change do not reach, and why. If `people` is a long list of tickets or guests,
    /// each part of the list needs a query. A person who appears in several parts is counted several times.
    ///
    /// - Parameter kind: the kind of the messages. It matters, because recipients can turn off messages of some kinds.
    public func unreached(
        _ people: MessagePeople, by kind: Notice.Kind, of event: EventNumber
    ) throws -> UnreachedPeople {
        try Notices.parts(of: people).reduce(into: UnreachedPeople()) { sum, part in
            sum.add(try reach(Notices.selection(of: part, at: event), by: kind).unreached)
        }
    }

    /// Whether a message about a change could go to a phone number or, if `atPhones` is false, to an e-mail address.
    /// This is true if a recipient's own address is of this kind. It is also true if a recipient has a second address,
    /// or if messages to the own address were stopped and another address is used. `NoticeDecision` chooses the address
    /// only when the message is due.
    public func mayReach(
        _ people: MessagePeople, by kind: Notice.Kind, of event: EventNumber, atPhones: Bool
    ) throws -> Bool {
        // Messages about a cancelled or deleted event also go to buyers without a ticket.
        let isEnd = people == .everyone && kind == .eventCancelled
        return try Notices.parts(of: people).contains { part in
            let recipients = isEnd ? Notices.addressesOfEnd(of: event) : Notices.selection(of: part, at: event)
            return try connection.first(
                """
                SELECT 1 FROM (\(recipients.query)) AS notified LEFT JOIN message_recipient r ON r.address = recipient
                WHERE (\(Notices.outcome(of: kind))) IN ('email', 'phone')
                    AND (recipient \(atPhones ? "NOT LIKE" : "LIKE") '%@%'
                        OR r.other_address IS NOT NULL OR r.suppressed IS NOT NULL)
                LIMIT 1
                """, recipients.values
            ) { _ in true } ?? false
        }
    }

    /// Splits a long list of tickets or guests into parts that fit into one query.
    private static func parts(of people: MessagePeople) -> [MessagePeople] {
        switch people {
        case .tickets(let serials): SerialList.chunks(serials).map { .tickets($0) }
        case .holders(let serials): SerialList.chunks(serials).map { .holders($0) }
        case .owners(let serials): SerialList.chunks(serials).map { .owners($0) }
        case .guests(let numbers):
            stride(from: 0, to: numbers.count, by: SerialList.maxCount).map {
                .guests(Array(numbers[$0..<min($0 + SerialList.maxCount, numbers.count)]))
            }
        default: [people]
        }
    }

    /// The number of notices with the given kind and cause. Notices do not count if messages to their recipients were
    /// stopped.
    ///
    /// - Parameter cause: the whole cause, or its beginning up to and including a slash.
    public func deliverable(_ kind: Notice.Kind, of event: EventNumber, cause: String) throws -> Int {
        let keys = Notice.keyPrefix(kind, of: event, cause: cause)
        return try connection.first(
            """
            SELECT count(*) FROM notice WHERE notice_key >= $1 AND notice_key < $2 AND \(Notices.isDeliverable)
            """, [.text(keys), .text(Notices.upperBound(of: keys))]
        ) { try $0.number(0) } ?? 0
    }

    /// The number of different addresses to which messages are queued if an event is cancelled or deleted now, and the
    /// number of phone numbers among them.
    public func recipientsOfEnd(of event: EventNumber) throws -> (all: Int, phones: Int) {
        let recipients = Notices.addressesOfEnd(of: event)
        return try connection.first(
            """
            SELECT count(DISTINCT recipient), count(DISTINCT \(Notices.phone)) FROM (\(recipients.query)) AS notified
            """, recipients.values
        ) { row in (all: try row.number(0), phones: try row.number(1)) } ?? (all: 0, phones: 0)
    }

    /// A query with the column `recipient`: the addresses to which messages are queued if an event is cancelled or
    /// deleted now. An address can occur several times.
    private static func addressesOfEnd(of event: EventNumber) -> Selection {
        let everyone = selection(of: .everyone, at: event)
        return Selection(
            query: """
                SELECT recipient FROM (\(everyone.query)) AS member
                UNION ALL
                SELECT \(Orders.contact) FROM ticket_order
                WHERE event = $1 AND \(Orders.isNotifiedOfEnd)
                """, values: everyone.values)
    }

    private struct Selection {
        let query: String
        let values: [SQLValue]
    }

    private static func selection(of people: MessagePeople, at event: EventNumber) -> Selection {
        func selection(_ query: String, _ values: [SQLValue] = []) -> Selection {
            Selection(query: query, values: [.int(event.rawValue)] + values)
        }
        switch people {
        case .everyone:
            let parts = [
                holders(in: .all, event: 1, type: 2, includesEnded: true), guests(in: .all, event: 1),
            ]
            return selection(parts.compactMap(\.self).joined(separator: " UNION ALL "))
        case .audience(let audience):
            return selection(members(of: audience, event: 1, type: 2), Notices.type(of: audience))
        case .tickets(let serials):
            let list = SerialList(serials, from: 2)
            return selection("\(ticketPeople) AND t.serial IN (\(list.placeholders))", list.values)
        case .holders(let serials):
            let list = SerialList(serials, from: 2)
            return selection(
                """
                SELECT \(Notices.holderAddress) AS recipient,
                    'ticket ' || t.serial AS person, t.serial AS member_number, t.holder AS name
                FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                WHERE t.event = $1 AND t.serial IN (\(list.placeholders))
                """, list.values)
        case .owners(let serials):
            let list = SerialList(serials, from: 2)
            return selection(
                """
                SELECT \(Notices.ownerAddress) AS recipient,
                    coalesce('guest ' || g.number, 'ticket ' || t.serial) AS person, t.serial AS member_number,
                    coalesce(g.name, t.holder) AS name
                FROM ticket t \(Notices.ownerJoins) WHERE t.event = $1 AND t.serial IN (\(list.placeholders))
                """, list.values)
        case .issued(let moment):
            return selection("\(ticketPeople) AND t.issued_at = $2 AND t.holder IS NOT NULL", [.instant(moment)])
        case .guests(let numbers):
            let list = numbers.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
            return selection("\(guestPeople) WHERE g.event = $1 AND g.number IN (\(list))", numbers.map { .int($0) })
        case .invited(let subEvent):
            return selection(
                """
                \(guestPeople) JOIN invitation i ON i.event = g.event AND i.guest = g.number
                WHERE i.event = $1 AND i.sub_event = $2 AND (i.answer IS NULL OR i.answer <> 'declined')
                """, [.int(subEvent)])
        case .buyer(let order):
            return selection(
                """
                SELECT coalesce(o.confirm_address, o.email, o.phone) AS recipient, 'order ' || o.number AS person,
                    o.number AS member_number, o.buyer AS name
                FROM ticket_order o WHERE o.event = $1 AND o.number = $2
                """, [.int(order.rawValue)])
        }
    }

    /// The address to which messages about a ticket `t` of the order `o` go, as an SQL expression; null if the holder
    /// has no address.
    static let holderAddress = """
        coalesce(t.email, CASE WHEN o.confirm_address <> coalesce(o.email, '')
            AND (t.issue = 0 OR t.holder = o.buyer) THEN o.confirm_address END)
        """

    /// The joins of a ticket `t` with its order `o`, and with the guests `g` to whom it belongs. A ticket that was
    /// transferred no longer belongs to its guests. It is recognized by its new holder's name, which neither contains
    /// the name of the guest nor is the name of the household (`Ticket.belongs(withGuests:households:)`). The condition
    /// finds a guest's name in the holder's name with `replace`, because LIKE would treat some characters of the name
    /// as wildcards, and would ignore case on SQLite.
    static let ownerJoins = """
        LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
        LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial AND t.email IS NULL
            AND (t.issue = 0 OR replace(t.holder, g.name, '') <> t.holder OR t.holder = (
                SELECT h.name FROM household h WHERE h.event = g.event AND h.number = g.household))
        """

    /// The address to which messages about a ticket go, as an SQL expression for `ownerJoins`; null if there is no
    /// address.
    static let ownerAddress = "CASE WHEN g.number IS NULL THEN \(holderAddress) ELSE coalesce(g.email, g.phone) END"

    /// A query for the holders, buyers and guests of tickets, with the columns of `members`. Placeholder 1 is the
    /// event. The query ends in a condition, to which the caller can append further conditions with AND.
    private static let ticketPeople = """
        SELECT coalesce(t.email, o.confirm_address, o.email, o.phone, g.email, g.phone) AS recipient,
            \(ticketPerson) AS person, t.serial AS member_number, coalesce(g.name, t.holder, o.buyer) AS name
        FROM ticket t LEFT JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
            LEFT JOIN guest g ON g.event = t.event AND g.serial = t.serial
        WHERE t.event = $1
        """

    /// A query for the guests, with the columns of `members`. The caller appends the joins and the conditions.
    private static let guestPeople = """
        SELECT coalesce(g.email, g.phone) AS recipient, 'guest ' || g.number AS person, g.number AS member_number,
            g.name AS name
        FROM guest g
        """

    /// A text that identifies the person who has the ticket `t`. For a guest's ticket, the text contains the guest's
    /// number. For the buyer's own ticket, it contains the number of the order. For any other ticket, it contains the
    /// ticket's serial.
    static let ticketPerson = """
        coalesce('guest ' || g.number,
            CASE WHEN t.email IS NULL AND coalesce(t.holder, o.buyer) = o.buyer THEN 'order ' || o.number END,
            'ticket ' || t.serial)
        """

    /// An SQL expression that says what happens to a message to a member of an audience: `email` or `phone` if the
    /// message can be sent, or else the raw value of an `UnreachedReason`. The rules and their order are the same as in
    /// `NoticeDecision`. `r` is the recipient, if known, and placeholder 1 is the event.
    private static func outcome(of kind: Notice.Kind) -> String {
        let policy = NoticePolicy.standard
        var cases = ["WHEN recipient IS NULL THEN '\(UnreachedReason.noAddress.rawValue)'"]
        let isStopped =
            kind.canUseOtherAddress
            ? MessageRecipients.isStopped("recipient", at: "$1") : "r.suppressed IS NOT NULL"
        let isReached = kind.canUseOtherAddress ? " AND NOT \(Notices.isReachedByPush(kind))" : ""
        cases.append("WHEN (\(isStopped))\(isReached) THEN '\(UnreachedReason.suppressed.rawValue)'")
        if policy.category(of: kind) != .critical {
            cases.append(
                "WHEN r.preferences LIKE '%\"isPaused\":true%' THEN '\(UnreachedReason.paused.rawValue)'")
        }
        if policy.canBeTurnedOff(kind) {
            // The JSON encoder writes a backslash before each slash. The query therefore removes the backslashes.
            func isOff(_ channel: Notice.Channel) -> String {
                "replace(r.preferences, '\\', '') LIKE '%\"\(MessagePreferences.offKey(kind, channel))\"%'"
            }
            let (byEmail, byPhone) = (isOff(.email), isOff(.sms))
            cases.append(
                """
                WHEN (recipient LIKE '%@%' AND \(byEmail) OR recipient NOT LIKE '%@%' AND \(byPhone))
                    AND (r.other_address IS NULL OR \(byEmail) AND \(byPhone))
                    THEN '\(UnreachedReason.turnedOff.rawValue)'
                """)
        }
        return "CASE \(cases.joined(separator: " ")) WHEN recipient LIKE '%@%' THEN 'email' ELSE 'phone' END"
    }

    /// A condition on a recipient `r`: a browser of the recipient gets messages of a kind. Messages of some kinds
    /// become urgent shortly before the event, and can then also go to a browser. The condition ignores this.
    private static func isReachedByPush(_ kind: Notice.Kind) -> String {
        let channel = Notice.Channel.push.rawValue
        let chosen = "coalesce(r.preferences, '') LIKE '%\"\(kind.rawValue)\":\"\(channel)\"%'"
        let other = Notice.Channel.allCases.filter { $0 != .push }.map { channel in
            "coalesce(r.preferences, '') NOT LIKE '%\"\(kind.rawValue)\":\"\(channel.rawValue)\"%'"
        }.joined(separator: " AND ")
        return """
            (\(kind.prefersPush ? other : chosen) AND EXISTS (
                SELECT 1 FROM push_subscription p WHERE p.recipient = r.address AND p.confirmed IS NOT NULL))
            """
    }

    private func reach(_ people: Selection, by kind: Notice.Kind) throws -> Reach {
        let outcome = Notices.outcome(of: kind)
        var (email, phone) = (0, 0)
        var counts: [UnreachedReason: Int] = [:]
        var lists: Set<UnreachedPeople.List> = []
        try connection.forEachRow(
            """
            SELECT \(outcome), count(DISTINCT coalesce(recipient, person)),
                count(CASE WHEN person LIKE 'guest %' THEN 1 END),
                count(CASE WHEN person LIKE 'ticket %' OR person LIKE 'order %' THEN 1 END)
            FROM (\(people.query)) AS member LEFT JOIN message_recipient r ON r.address = recipient GROUP BY 1
            """, people.values
        ) { row in
            switch row.text(0) {
            case "email": email = try row.number(1)
            case "phone": phone = try row.number(1)
            default:
                counts[try row.value(0)] = try row.number(1)
                if try row.number(2) > 0 { lists.insert(.guests) }
                if try row.number(3) > 0 { lists.insert(.tickets) }
            }
        }
        return Reach(
            byEmail: email, byPhone: phone,
            unreached: UnreachedPeople(
                counts: counts, named: counts.isEmpty ? [] : try named(people, outcome), lists: lists))
    }

    /// The people whom a message does not reach, sorted by name; at most `UnreachedPeople.mostNamed`. People who have
    /// neither a name nor an address are left out.
    private func named(_ people: Selection, _ outcome: String) throws -> [UnreachedPerson] {
        try connection.all(
            """
            SELECT outcome, recipient, min(coalesce(name, recipient)), min(suppressed)
            FROM (
                SELECT \(outcome) AS outcome, recipient, person, name, member_number, r.suppressed AS suppressed
                FROM (\(people.query)) AS member LEFT JOIN message_recipient r ON r.address = recipient
            ) AS judged
            WHERE outcome NOT IN ('email', 'phone') AND coalesce(name, recipient) IS NOT NULL
            GROUP BY outcome, recipient, CASE WHEN recipient IS NULL THEN person END
            ORDER BY 3, min(member_number), min(person) LIMIT \(UnreachedPeople.mostNamed)
            """, people.values
        ) { row in
            let reason: UnreachedReason = try row.value(0)
            return UnreachedPerson(
                name: row.text(2), address: row.optionalText(1), reason: reason,
                since: reason == .suppressed ? try row.optionalInstant(3) : nil)
        }
    }
}

extension MessageRecipients {
    /// A query for the phone numbers that the organizer's members have entered together with an e-mail address for an
    /// event. Numbers that visitors entered on the public pages do not count, because nobody has confirmed these
    /// numbers.
    ///
    /// - Parameters:
    ///   - email: a placeholder or a column with the e-mail address.
    ///   - event: a placeholder or a column with the event.
    static func statedPhones(of email: String, at event: String) -> String {
        """
        SELECT phone FROM ticket_order
        WHERE email = \(email) AND event + 0 = \(event) AND phone IS NOT NULL AND visitor IS NULL
            AND confirm_address IS NULL
        UNION
        SELECT phone FROM guest WHERE email = \(email) AND event + 0 = \(event) AND phone IS NOT NULL
        """
    }

    /// A condition on a recipient `r`: messages to the recipient's address were stopped, and the recipient has no other
    /// address to which messages can go.
    ///
    /// - Parameters:
    ///   - address: a column with the recipient's address.
    ///   - event: a placeholder or a column with the event.
    static func isStopped(_ address: String, at event: String) -> String {
        let other = """
            coalesce(r.other_address, (
                SELECT CASE WHEN count(*) = 1 THEN max(stated.phone) END
                FROM (\(statedPhones(of: address, at: event))) AS stated))
            """
        return """
            r.suppressed IS NOT NULL AND (\(other) IS NULL OR EXISTS (
                SELECT 1 FROM message_recipient s WHERE s.address = \(other) AND s.suppressed IS NOT NULL))
            """
    }
}
