public import Ticketing

extension StoreConnection {
    public var invitations: Invitations { Invitations(connection: self) }
}

/// Invitations of guests to sub-events, and the guests' answers.
public struct Invitations {
    let connection: any StoreConnection

    // The text is built once, because the statement runs for every row of an import.
    private static let insertion = """
        INSERT INTO invitation (event, guest, sub_event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
        """
    // The text is built once, because the statement runs for every scan at a sub-event's gate.
    private static let accesses = """
        SELECT f.number, f.name, CAST(sum(1 + g.companions) AS BIGINT)
        FROM guest g LEFT JOIN invitation i ON i.event = g.event AND i.guest = g.number
        LEFT JOIN sub_event f ON f.event = i.event AND f.number = i.sub_event
        WHERE g.event = $1 AND g.serial = $2 GROUP BY f.number, f.name ORDER BY f.number
        """

    /// A sub-event to which a guest's ticket gives access, and the number of people that the ticket admits to the
    /// sub-event.
    public struct Access: Hashable, Sendable {
        public let subEvent: Int
        public let name: String
        /// The number of invited guests and their companions.
        public let people: Int
    }

    /// The sub-events to which a ticket's guests are invited, sorted by number. Nil if the ticket has no guests.
    public func accesses(by serial: Serial, of event: EventNumber) throws -> [Access]? {
        var opened: [Access]?
        try connection.forEachRow(Invitations.accesses, [.int(event.rawValue), .int(serial.rawValue)]) { row in
            let before = opened ?? []
            let subEvent = Access(subEvent: try row.number(0), name: row.text(1), people: try row.number(2))
            opened = row.isNull(0) ? before : before + [subEvent]
        }
        return opened
    }

    /// A guest on a ticket, and whether the guest is invited to a sub-event.
    public struct GuestAtSubEvent: Hashable, Sendable {
        public let name: String
        /// The number of companions that the guest may bring.
        public let companions: Int
        public let isInvited: Bool
    }

    /// For each ticket, the guests that it admits, sorted by the guest's number. Tickets without guests are omitted.
    public func guests(
        on serials: [Serial], of event: EventNumber, subEvent: Int
    ) throws -> [Serial: [GuestAtSubEvent]] {
        var guests: [Serial: [GuestAtSubEvent]] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 3)
            try connection.forEachRow(
                """
                SELECT g.serial, g.name, g.companions, i.guest FROM guest g
                LEFT JOIN invitation i ON i.event = $1 AND i.guest = g.number AND i.sub_event = $2
                WHERE g.event = $1 AND g.serial IN (\(list.placeholders)) ORDER BY g.number
                """, [.int(event.rawValue), .int(subEvent)] + list.values
            ) { row in
                guests[try row.value(0), default: []].append(
                    GuestAtSubEvent(name: row.text(1), companions: try row.number(2), isInvited: !row.isNull(3)))
            }
        }
        return guests
    }

    /// Invites a guest to a sub-event. Returns false if the guest was already invited.
    public func insert(guest: Int, subEvent: Int, of event: EventNumber) throws -> Bool {
        try insert([(guest, subEvent)], of: event) == 1
    }

    /// Invites guests to sub-events. Returns the number of new invitations.
    @discardableResult
    public func insert(_ new: [(guest: Int, subEvent: Int)], of event: EventNumber) throws -> Int {
        try connection.execute(
            Invitations.insertion, rows: new.map { [.int(event.rawValue), .int($0.guest), .int($0.subEvent)] }
        ).reduce(0, +)
    }

    /// Removes a guest's invitation to a sub-event, together with the guest's answer. Returns the removed invitation;
    /// nil if the guest was not invited.
    public func remove(guest: Int, subEvent: Int, of event: EventNumber) throws -> Invitation? {
        try connection.first(
            """
            DELETE FROM invitation WHERE event = $1 AND guest = $2 AND sub_event = $3
            RETURNING guest, sub_event, answer, answered, companions
            """, [.int(event.rawValue), .int(guest), .int(subEvent)], Invitations.invitation)?.invitation
    }

    /// Lowers the number of companions in each of a guest's answers to at most the number that the guest may bring.
    /// Returns the changed invitations in their state before the change.
    public func limitCompanions(toCompanions most: Int, guest: Int, of event: EventNumber) throws -> [Invitation] {
        let answers = try all(ofGuest: guest, event: event).filter { ($0.reply.companions ?? 0) > most }
        try connection.execute(
            "UPDATE invitation SET companions = $1 WHERE event = $2 AND guest = $3 AND sub_event = $4",
            rows: answers.map { [.int(most), .int(event.rawValue), .int(guest), .int($0.subEvent)] })
        return answers
    }

    /// Stores a guest's answer to an invitation. Returns false if the guest is not invited.
    public func answer(
        _ answer: InvitationReply, guest: Int, subEvent: Int, of event: EventNumber, at now: Instant
    ) throws -> Bool {
        let isAnswer = answer != .none
        return try connection.execute(
            """
            UPDATE invitation SET answer = $1, answered = $2, companions = $3
            WHERE event = $4 AND guest = $5 AND sub_event = $6
            """,
            [
                .optional(isAnswer ? answer.kind.rawValue : nil), .optional(isAnswer ? now : nil),
                .int(answer.companions ?? 0), .int(event.rawValue), .int(guest), .int(subEvent),
            ]) == 1
    }

    /// The invitations of a guest, sorted by sub-event.
    public func all(ofGuest guest: Int, event: EventNumber) throws -> [Invitation] {
        try connection.all(
            """
            SELECT guest, sub_event, answer, answered, companions FROM invitation
            WHERE event = $1 AND guest = $2 ORDER BY sub_event
            """, [.int(event.rawValue), .int(guest)], Invitations.invitation
        ).map(\.invitation)
    }

    /// The invitations of all guests whose numbers are in a range, sorted by guest and sub-event.
    public func all(
        ofGuests numbers: ClosedRange<Int>, event: EventNumber
    ) throws -> [(guest: Int, invitation: Invitation)] {
        try connection.all(
            """
            SELECT guest, sub_event, answer, answered, companions FROM invitation
            WHERE event = $1 AND guest BETWEEN $2 AND $3 ORDER BY guest, sub_event
            """, [.int(event.rawValue), .int(numbers.lowerBound), .int(numbers.upperBound)], Invitations.invitation)
    }

    /// The invitations of the guests with the given numbers. The keys are the numbers of the guests. Each list is
    /// sorted by sub-event.
    public func all(ofGuests numbers: [Int], event: EventNumber) throws -> [Int: [Invitation]] {
        var found: [Int: [Invitation]] = [:]
        for part in SerialList.chunks(numbers) {
            let list = SerialList(guests: part, from: 2)
            try connection.forEachRow(
                """
                SELECT guest, sub_event, answer, answered, companions FROM invitation
                WHERE event = $1 AND guest IN (\(list.placeholders)) ORDER BY guest, sub_event
                """, [.int(event.rawValue)] + list.values
            ) { row in
                let (guest, invitation) = try Invitations.invitation(row)
                found[guest, default: []].append(invitation)
            }
        }
        return found
    }

    static func invitation(_ row: any SQLRow) throws -> (guest: Int, invitation: Invitation) {
        let answer: InvitationReply
        switch row.optionalText(2) {
        case nil: answer = .none
        case "declined": answer = .declined
        case "maybe": answer = .maybe
        case "attending":
            let companions = try row.number(4)
            guard (0...Guest.mostCompanions).contains(companions) else {
                throw InvalidColumnValue(column: 4, value: "\(companions)", kind: "number of companions")
            }
            answer = .attending(companions: companions)
        case let other?: throw InvalidColumnValue(column: 2, value: other, kind: "answer")
        }
        return (
            try row.number(0),
            Invitation(subEvent: try row.number(1), reply: answer, repliedAt: try row.optionalInstant(3))
        )
    }

    // MARK: Counts

    /// The number of guests who gave the same answer to their invitations to a sub-event.
    public struct Count: Hashable, Sendable {
        public let subEvent: Int
        public let answer: InvitationReply.Kind
        public let guests: Int
        /// The number of guests and companions. Guests who attend are counted with the companions in their answers.
        /// Other guests are counted with all companions that they may bring.
        public let people: Int
    }

    /// The number of guests for each sub-event and answer.
    public func counts(of event: EventNumber) throws -> [Count] {
        try connection.all(
            """
            SELECT i.sub_event, i.answer, count(*), CAST(sum(1 + i.companions) AS BIGINT),
                CAST(sum(1 + g.companions) AS BIGINT)
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $1 GROUP BY i.sub_event, i.answer ORDER BY i.sub_event, i.answer
            """, [.int(event.rawValue)]
        ) { row in
            let answer: InvitationReply.Kind = row.isNull(1) ? .none : try row.value(1)
            return Count(
                subEvent: try row.number(0), answer: answer, guests: try row.number(2),
                people: try row.number(answer == .attending ? 3 : 4))
        }
    }
}
