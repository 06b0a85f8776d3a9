public import Ticketing

extension Guests {
    /// The position of a guest in a sorted list.
    public struct Position: Sendable {
        fileprivate let keys: [SQLValue]
    }

    /// The position of a guest in a list; nil if the event has no guest with this number. In a list that is sorted by
    /// number, a removed guest still has a position, because only the number is needed.
    public func position(of number: Int, at event: EventNumber, in query: GuestListQuery) throws -> Position? {
        if query.column == .number { return Position(keys: [.int(number)]) }
        let keys = query.sortOrder.keys
        return try connection.first(
            "SELECT \(keys.joined(separator: ", ")) FROM guest g WHERE g.event = $1 AND g.number = $2",
            [.int(event.rawValue), .int(number)]
        ) { row in
            Position(
                keys: keys.indices.map { column in
                    column == keys.count - 1 ? .integer(row.integer(column)) : .text(row.text(column))
                })
        }
    }

    /// The guests that follow a position in a list, in the order of the list; at most `limit`.
    public func page(
        of event: EventNumber, in query: GuestListQuery, after position: Position?, limit: Int
    ) throws -> [Guest] {
        var (text, values) = selection(of: event, in: query, after: position, columns: Guests.columns)
        values.append(.int(limit))
        text += " LIMIT $\(values.count)"
        return try connection.all(text, values, Guests.guest)
    }

    /// The numbers of the first guests of a list, in the order of the list; at most `limit`.
    public func numbers(of event: EventNumber, in query: GuestListQuery, limit: Int) throws -> [Int] {
        var (text, values) = selection(of: event, in: query, after: nil, columns: "number")
        values.append(.int(limit))
        text += " LIMIT $\(values.count)"
        return try connection.all(text, values) { try $0.number(0) }
    }

    /// The guests with the given numbers, in the order of `numbers`. Missing guests are omitted.
    public func all(_ numbers: [Int], of event: EventNumber) throws -> [Guest] {
        var found: [Int: Guest] = [:]
        for part in SerialList.chunks(numbers) {
            let list = SerialList(guests: part, from: 2)
            try connection.forEachRow(
                "SELECT \(Guests.columns) FROM guest WHERE event = $1 AND number IN (\(list.placeholders))",
                [.int(event.rawValue)] + list.values
            ) { row in
                let guest = try Guests.guest(row)
                found[guest.number] = guest
            }
        }
        return numbers.compactMap { found[$0] }
    }

    /// The number of guests of an event, and the number of guests without a ticket.
    public func counts(of event: EventNumber) throws -> (all: Int, withoutTicket: Int) {
        try connection.first(
            "SELECT count(*), count(*) - count(serial) FROM guest WHERE event = $1", [.int(event.rawValue)]
        ) { (try $0.number(0), try $0.number(1)) } ?? (0, 0)
    }

    /// The first households of an event, sorted by number; at most `limit`.
    public func households(of event: EventNumber, limit: Int) throws -> [Household] {
        try connection.all(
            "SELECT number, name FROM household WHERE event = $1 ORDER BY number LIMIT $2",
            [.int(event.rawValue), .int(limit)]
        ) { Household(event: event, number: try $0.number(0), name: $0.text(1)) }
    }

    /// The different seating tables of an event's guests, sorted; at most `limit`.
    public func tables(of event: EventNumber, limit: Int) throws -> [String] {
        try connection.all(
            """
            SELECT DISTINCT table_note FROM guest WHERE event = $1 AND table_note IS NOT NULL ORDER BY table_note
            LIMIT $2
            """, [.int(event.rawValue), .int(limit)]
        ) { $0.text(0) }
    }

    /// Removes a guest with the guest's invitations and companions. The guest's ticket stays as it is.
    ///
    /// - Parameter guest: the guest, whose row must be locked.
    public func remove(_ guest: Guest) throws {
        let key: [SQLValue] = [.int(guest.event.rawValue), .int(guest.number)]
        try connection.execute("DELETE FROM invitation WHERE event = $1 AND guest = $2", key)
        try connection.execute("DELETE FROM companion WHERE event = $1 AND guest = $2", key)
        try connection.execute("DELETE FROM guest WHERE event = $1 AND number = $2", key)
        if let serial = guest.serial { try connection.ticketSearchKeys.refresh([serial], of: guest.event) }
    }

    private func selection(
        of event: EventNumber, in query: GuestListQuery, after position: Position?, columns: String
    ) -> (text: String, values: [SQLValue]) {
        let order = query.sortOrder
        // The index of the names contains the expression `event + 0`, so the condition of a list sorted by name uses
        // this expression.
        var conditions = [query.column == .name ? "g.event + 0 = $1" : "g.event = $1"]
        var values: [SQLValue] = [.int(event.rawValue)]
        if let position {
            conditions.append(order.isAfter(placeholdersFrom: 2))
            values += position.keys
        }
        if let condition = query.invitationCondition {
            if let subEvent = query.subEvent { values.append(.int(subEvent)) }
            conditions.append(condition.replacing("$n", with: "$\(values.count)"))
        }
        switch query.household {
        case nil: break
        case .without: conditions.append("g.household IS NULL")
        case .only(let number):
            values.append(.int(number))
            conditions.append("g.household = $\(values.count)")
        }
        switch query.table {
        case nil: break
        case .without: conditions.append("g.table_note IS NULL")
        case .only(let table):
            values.append(.text(table))
            conditions.append("g.table_note = $\(values.count)")
        }
        return (
            "SELECT \(columns) FROM guest g WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.text)",
            values
        )
    }
}

extension GuestListQuery {
    fileprivate var sortOrder: SortOrder {
        let keys =
            switch column {
            case .number: ["g.number"]
            case .name: ["g.folded_name", "g.number"]
            case .household:
                [
                    """
                    coalesce((SELECT h.folded_name FROM household h
                        WHERE h.event = g.event AND h.number = g.household), '')
                    """, "g.number",
                ]
            case .table: ["coalesce(g.table_note, '')", "g.number"]
            }
        return SortOrder(keys: keys, isDescending: isDescending)
    }

    /// The condition for the guest's invitations; nil to list guests regardless of their invitations. `$n` is the
    /// placeholder of the sub-event.
    fileprivate var invitationCondition: String? {
        guard subEvent != nil || state != nil else { return nil }
        let place = subEvent == nil ? "" : " AND i.sub_event = $n"
        let answer: String =
            switch state {
            case nil, .notInvited: ""
            case .noAnswer: " AND i.answer IS NULL"
            case .coming: " AND i.answer = 'attending'"
            case .maybe: " AND i.answer = 'maybe'"
            case .declined: " AND i.answer = 'declined'"
            }
        let invited =
            "EXISTS (SELECT 1 FROM invitation i WHERE i.event = g.event AND i.guest = g.number\(place)\(answer))"
        return state == .notInvited ? "NOT \(invited)" : invited
    }
}
