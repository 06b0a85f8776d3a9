public import Ticketing

extension StoreConnection {
    public var invitations: Invitations { Invitations(connection: self) }
}

/// Who is invited to which function, and what they said.
public struct Invitations {
    let connection: any StoreConnection

    // Written once: it runs for every row of an import.
    private static let insertion = """
        INSERT INTO invitation (event, guest, function) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
        """
    // Runs for every scan at a function's gate.
    private static let opened = """
        SELECT f.number, f.name, CAST(sum(1 + g.companions) AS BIGINT)
        FROM guest g LEFT JOIN invitation i ON i.event = g.event AND i.guest = g.number
        LEFT JOIN event_function f ON f.event = i.event AND f.number = i.function
        WHERE g.event = $1 AND g.serial = $2 GROUP BY f.number, f.name ORDER BY f.number
        """

    /// What a guest's code opens: one of the event's functions, and for how many people.
    public struct Opened: Hashable, Sendable {
        public let function: Int
        public let name: String
        /// Its invited guests and whom they may bring.
        public let people: Int
    }

    /// The functions that a ticket's guests are invited to, by number. Nil when the ticket is no guest's.
    public func opened(by serial: Serial, of event: EventNumber) throws -> [Opened]? {
        var opened: [Opened]?
        try connection.forEachRow(Invitations.opened, [.int(event.rawValue), .int(serial.rawValue)]) { row in
            let before = opened ?? []
            let function = Opened(function: try row.number(0), name: row.text(1), people: try row.number(2))
            opened = row.isNull(0) ? before : before + [function]
        }
        return opened
    }

    /// A guest on a ticket, and whether the guest is invited to one function.
    public struct GuestAtFunction: Hashable, Sendable {
        public let name: String
        /// Whom the guest may bring.
        public let companions: Int
        public let isInvited: Bool
    }

    /// The guests whom tickets let in, by number of the guest; tickets without guests are left out.
    public func guests(
        on serials: [Serial], of event: EventNumber, function: Int
    ) throws -> [Serial: [GuestAtFunction]] {
        var guests: [Serial: [GuestAtFunction]] = [:]
        for part in SerialList.parts(serials) {
            let list = SerialList(part, from: 3)
            try connection.forEachRow(
                """
                SELECT g.serial, g.name, g.companions, i.guest FROM guest g
                LEFT JOIN invitation i ON i.event = $1 AND i.guest = g.number AND i.function = $2
                WHERE g.event = $1 AND g.serial IN (\(list.placeholders)) ORDER BY g.number
                """, [.int(event.rawValue), .int(function)] + list.values
            ) { row in
                guests[try row.value(0), default: []].append(
                    GuestAtFunction(name: row.text(1), companions: try row.number(2), isInvited: !row.isNull(3)))
            }
        }
        return guests
    }

    /// Invites a guest. False when they were invited already.
    public func insert(guest: Int, function: Int, of event: EventNumber) throws -> Bool {
        try insert([(guest, function)], of: event) == 1
    }

    /// Invites guests. Returns how many were not invited there already.
    @discardableResult
    public func insert(_ new: [(guest: Int, function: Int)], of event: EventNumber) throws -> Int {
        try connection.execute(
            Invitations.insertion, rows: new.map { [.int(event.rawValue), .int($0.guest), .int($0.function)] }
        ).reduce(0, +)
    }

    /// Takes an invitation back. Returns it with the answer that goes with it; nil when there was none.
    public func remove(guest: Int, function: Int, of event: EventNumber) throws -> Invitation? {
        try connection.first(
            """
            DELETE FROM invitation WHERE event = $1 AND guest = $2 AND function = $3
            RETURNING guest, function, answer, answered, companions
            """, [.int(event.rawValue), .int(guest), .int(function)], Invitations.invitation)?.invitation
    }

    /// Lowers the companions that a guest said they bring to what they may. Returns the answers as they were.
    public func lower(toCompanions most: Int, guest: Int, of event: EventNumber) throws -> [Invitation] {
        let answers = try all(ofGuest: guest, event: event).filter { ($0.answer.companions ?? 0) > most }
        try connection.execute(
            "UPDATE invitation SET companions = $1 WHERE event = $2 AND guest = $3 AND function = $4",
            rows: answers.map { [.int(most), .int(event.rawValue), .int(guest), .int($0.function)] })
        return answers
    }

    /// Keeps an answer. False when the guest is not invited there.
    public func answer(
        _ answer: Answer, guest: Int, function: Int, of event: EventNumber, at now: Instant
    ) throws -> Bool {
        let isAnswer = answer != .none
        return try connection.execute(
            """
            UPDATE invitation SET answer = $1, answered = $2, companions = $3
            WHERE event = $4 AND guest = $5 AND function = $6
            """,
            [
                .optional(isAnswer ? answer.kind.rawValue : nil), .optional(isAnswer ? now : nil),
                .int(answer.companions ?? 0), .int(event.rawValue), .int(guest), .int(function),
            ]) == 1
    }

    /// The invitations of a guest, by function.
    public func all(ofGuest guest: Int, event: EventNumber) throws -> [Invitation] {
        try connection.all(
            """
            SELECT guest, function, answer, answered, companions FROM invitation
            WHERE event = $1 AND guest = $2 ORDER BY function
            """, [.int(event.rawValue), .int(guest)], Invitations.invitation
        ).map(\.invitation)
    }

    /// The invitations of the guests with numbers in a range, by guest and function.
    public func all(
        ofGuests numbers: ClosedRange<Int>, event: EventNumber
    ) throws -> [(guest: Int, invitation: Invitation)] {
        try connection.all(
            """
            SELECT guest, function, answer, answered, companions FROM invitation
            WHERE event = $1 AND guest BETWEEN $2 AND $3 ORDER BY guest, function
            """, [.int(event.rawValue), .int(numbers.lowerBound), .int(numbers.upperBound)], Invitations.invitation)
    }

    private static func invitation(_ row: any SQLRow) throws -> (guest: Int, invitation: Invitation) {
        let answer: Answer
        switch row.optionalText(2) {
        case nil: answer = .none
        case "declined": answer = .declined
        case "attending": answer = .attending(companions: try row.number(4))
        case let other?: throw ColumnFault(column: 2, value: other, kind: "answer")
        }
        return (
            try row.number(0),
            Invitation(function: try row.number(1), answer: answer, answered: try row.optionalInstant(3))
        )
    }

    // MARK: Counts

    /// What the guests of one function said.
    public struct Count: Hashable, Sendable {
        public let function: Int
        public let answer: Answer.Kind
        public let guests: Int
        /// Without an answer: with all whom they may bring; attending: with those they said.
        public let people: Int
    }

    /// How many guests gave which answer, by function.
    public func counts(of event: EventNumber) throws -> [Count] {
        try connection.all(
            """
            SELECT i.function, i.answer, count(*), CAST(sum(1 + i.companions) AS BIGINT),
                CAST(sum(1 + g.companions) AS BIGINT)
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $1 GROUP BY i.function, i.answer ORDER BY i.function, i.answer
            """, [.int(event.rawValue)]
        ) { row in
            let answer: Answer.Kind = row.isNull(1) ? .none : try row.value(1)
            return Count(
                function: try row.number(0), answer: answer, guests: try row.number(2),
                people: try row.number(answer == .attending ? 3 : 4))
        }
    }

    /// How many of those who attend want which meal; nil has said none.
    public func meals(of event: EventNumber) throws -> [(function: Int, meal: String?, guests: Int)] {
        try connection.all(
            """
            SELECT i.function, g.meal, count(*)
            FROM invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
            WHERE i.event = $1 AND i.answer = 'attending' GROUP BY i.function, g.meal ORDER BY i.function, g.meal
            """, [.int(event.rawValue)]
        ) { (try $0.number(0), $0.optionalText(1), try $0.number(2)) }
    }
}
