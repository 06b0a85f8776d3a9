import Languages
public import Ticketing

extension StoreConnection {
    public var ticketTypes: TicketTypes { TicketTypes(connection: self) }
}

public struct TicketTypes {
    let connection: any StoreConnection

    private static let columns = (keyColumns + TicketTypeDetails.columns).joined(separator: ", ")
    private static let keyColumns = ["event", "number", "issued", "reserved"]
    /// The columns that are written for a type's details. `folded_name` is the name in lowercase. Within an event, the
    /// database refuses a second type with the same `folded_name`.
    private static let writtenColumns = TicketTypeDetails.columns + ["folded_name"]

    /// The next ticket type number of an event; nil if the event has used all numbers. A number is never reused, even
    /// after its type is removed. If two transactions get the same number, `insert` refuses the second type.
    public func nextNumber(of event: EventNumber) throws -> TicketTypeNumber? {
        // The event is not locked here. A transaction that invites many guests can also add a type. If that transaction
        // locked the event, all sales would wait until it ends.
        let last = try connection.first(
            """
            SELECT last_removed_type, coalesce((SELECT max(number) FROM ticket_type WHERE event = $1), -1)
            FROM event WHERE number = $1
            """, [.int(event.rawValue)]
        ) { max(try $0.number(0), try $0.number(1)) }
        guard let last else { throw StoreError.concurrentChange(Sentence(StoreError.Text.eventGone)) }
        return UInt16(exactly: last + 1).flatMap { TicketTypeNumber(rawValue: $0) }
    }

    /// Adds a type at the end of the list. Returns false if the event already has a type with the same number or name.
    public func insert(_ type: TicketType) throws -> Bool {
        let columns = TicketTypes.keyColumns + TicketTypes.writtenColumns + ["list_order"]
        let inserted = try connection.execute(
            """
            INSERT INTO ticket_type (\(columns.joined(separator: ", "))) VALUES (\(placeholders(columns.count)))
            ON CONFLICT DO NOTHING
            """,
            [.int(type.event.rawValue), .int(type.number.rawValue), .int(type.issued), .int(type.reserved)]
                + TicketTypes.writtenValues(type) + [.int(type.number.rawValue)])
        return inserted == 1
    }

    /// Stores the order in which the types of an event are listed.
    public func order(_ numbers: [TicketTypeNumber], of event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET list_order = $1 WHERE event = $2 AND number = $3",
            rows: numbers.enumerated().map { [.int($0), .int(event.rawValue), .int($1.rawValue)] })
    }

    /// Whether any ticket of a type was ever issued or ordered, even if it was cancelled later.
    public func isSold(_ number: TicketTypeNumber, of event: EventNumber) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM ticket WHERE event = $1 AND type = $2
            UNION ALL SELECT 1 FROM order_line WHERE event = $1 AND type = $2 LIMIT 1
            """, [.int(event.rawValue), .int(number.rawValue)]
        ) { _ in true } ?? false
    }

    /// Removes a type. The caller must have locked the event, and must ensure that no ticket of the type was ever
    /// issued or ordered.
    public func remove(_ number: TicketTypeNumber, of event: EventNumber) throws {
        try connection.execute(
            "UPDATE event SET last_removed_type = $1 WHERE number = $2 AND last_removed_type < $1",
            [.int(number.rawValue), .int(event.rawValue)])
        try connection.execute(
            "DELETE FROM ticket_type WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number.rawValue)])
    }

    /// Replaces the editable details of a type. Changes nothing and returns false if another type has the same name, or
    /// if the quantity is less than the number of issued and reserved tickets.
    public func update(_ type: TicketType) throws -> Bool {
        let columns = TicketTypes.writtenColumns
        let (event, number, quantity) = (columns.count + 1, columns.count + 2, columns.count + 3)
        return try connection.execute(
            """
            UPDATE ticket_type SET \(TicketTypeDetails.assignments(columns))
            WHERE event = $\(event) AND number = $\(number)
                AND (CAST($\(quantity) AS BIGINT) IS NULL OR issued + reserved <= CAST($\(quantity) AS BIGINT))
                AND NOT EXISTS (
                    SELECT 1 FROM ticket_type other
                    WHERE other.event = $\(event) AND other.folded_name = $\(columns.count)
                        AND other.number <> $\(number))
            """,
            TicketTypes.writtenValues(type)
                + [.int(type.event.rawValue), .int(type.number.rawValue), .optional(type.quantity)]) == 1
    }

    private static func writtenValues(_ type: TicketType) -> [SQLValue] {
        type.details.columnValues + [.text(type.name.lowercased())]
    }

    /// The types of an event, in the order in which they are listed.
    public func all(of event: EventNumber) throws -> [TicketType] {
        try connection.all(
            "SELECT \(TicketTypes.columns) FROM ticket_type WHERE event = $1 ORDER BY list_order, number",
            [.int(event.rawValue)], TicketTypes.type)
    }

    /// The number of issued tickets that are neither cancelled nor refunded, for each event of all organizers of which
    /// a user is a member. Events without ticket types are left out.
    public func issuedByEvent(of user: UserID) throws -> [EventNumber: Int] {
        let counts = try connection.all(
            """
            SELECT event, CAST(sum(issued) AS BIGINT) FROM ticket_type
            WHERE event IN (
                SELECT number FROM event WHERE organizer IN (SELECT organizer FROM membership WHERE person = $1))
            GROUP BY event
            """, [.int(user.rawValue)]
        ) { (event: try $0.value(0, EventNumber.self), count: try $0.number(1)) }
        return Dictionary(uniqueKeysWithValues: counts.map { ($0.event, $0.count) })
    }

    /// Locks the types of an event until the transaction ends. While the types are locked, no other transaction can
    /// change them or sell their tickets.
    public func lock(of event: EventNumber) throws {
        guard !connection.isSoleWriter else { return }
        try connection.forEachRow(
            "SELECT number FROM ticket_type WHERE event = $1 ORDER BY number FOR NO KEY UPDATE", [.int(event.rawValue)]
        ) { _ in }
    }

    /// Locks a type that is to be removed. Waits for sales that have locked the type, and prevents new sales until the
    /// transaction ends.
    public func close(_ number: TicketTypeNumber, of event: EventNumber) throws {
        try connection.forEachRow(
            "SELECT number FROM ticket_type WHERE event = $1 AND number = $2 FOR UPDATE",
            [.int(event.rawValue), .int(number.rawValue)]
        ) { _ in }
    }

    public func with(number: TicketTypeNumber, of event: EventNumber) throws -> TicketType? {
        try connection.first(
            "SELECT \(TicketTypes.columns) FROM ticket_type WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number.rawValue)], TicketTypes.type)
    }

    /// A type with the details that gates need. Some of these details are stored with the type's event.
    public struct GateTicketType: Sendable {
        public let type: TicketType
        /// The higher of the minimum ages of the event and of the type; nil if neither has a minimum age.
        public let minimumAge: EventDetails.MinimumAge?
        public let eventHasSubEvents: Bool
        /// The maximum number of people inside the event at once; nil if there is no limit.
        public let insideLimit: Int?
    }

    // This query is a single statement, because it runs in every transaction of a gate. For the same reason, the
    // columns are read one by one, which is faster than a loop over the list of fields.
    private static let forGate = """
        SELECT event, number, name, price, currency, quantity, issued, reserved, admits, valid_from, valid_until,
            live_code, opens, closes, least, most, gates, hidden, minimum_age, reentry, hours, gate_note,
            door_reservations, (SELECT e.minimum_age FROM event e WHERE e.number = ticket_type.event),
            (SELECT min(f.number) FROM sub_event f WHERE f.event = ticket_type.event),
            (SELECT e.limit_inside FROM event e WHERE e.number = ticket_type.event)
        FROM ticket_type WHERE event = $1 AND number = $2
        """

    public func forGate(_ number: TicketTypeNumber, of event: EventNumber) throws -> GateTicketType? {
        try connection.first(TicketTypes.forGate, [.int(event.rawValue), .int(number.rawValue)]) { row in
            let type = try TicketTypes.typeForGate(row)
            let beyond = 23
            let ofEvent: EventDetails.MinimumAge? = row.isNull(beyond) ? nil : try row.value(beyond)
            return GateTicketType(
                type: type,
                minimumAge: [type.minimumAge, ofEvent].compactMap(\.self).max { $0.rawValue < $1.rawValue },
                eventHasSubEvents: !row.isNull(beyond + 1), insideLimit: try row.optionalNumber(beyond + 2))
        }
    }

    /// Adds `count` to the number of issued tickets of a type, in one statement. Changes nothing and returns false if
    /// fewer than `count` tickets are left.
    public func allocate(_ count: Int, of number: TicketTypeNumber, event: EventNumber) throws -> Bool {
        try connection.execute(
            """
            UPDATE ticket_type SET issued = issued + $1
            WHERE event = $2 AND number = $3 AND (quantity IS NULL OR issued + reserved + $1 <= quantity)
            """, [.int(count), .int(event.rawValue), .int(number.rawValue)]) == 1
    }

    public func deallocate(_ count: Int, of number: TicketTypeNumber, event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET issued = issued - $1 WHERE event = $2 AND number = $3",
            [.int(count), .int(event.rawValue), .int(number.rawValue)])
    }

    /// Reserves `count` tickets of a type for a pending order, in one statement. Changes nothing and returns false if
    /// fewer than `count` tickets are left.
    public func reserve(_ count: Int, of number: TicketTypeNumber, event: EventNumber) throws -> Bool {
        try connection.execute(
            """
            UPDATE ticket_type SET reserved = reserved + $1
            WHERE event = $2 AND number = $3 AND (quantity IS NULL OR issued + reserved + $1 <= quantity)
            """, [.int(count), .int(event.rawValue), .int(number.rawValue)]) == 1
    }

    /// Ends a reservation of `count` tickets.
    ///
    /// - Parameter issued: how many of the reserved tickets were issued.
    public func endReservation(_ count: Int, issued: Int, of number: TicketTypeNumber, event: EventNumber) throws {
        try connection.execute(
            "UPDATE ticket_type SET reserved = reserved - $1, issued = issued + $2 WHERE event = $3 AND number = $4",
            [.int(count), .int(issued), .int(event.rawValue), .int(number.rawValue)])
    }

    private static func type(_ row: any SQLRow) throws -> TicketType {
        var details = TicketTypeDetails(name: "")
        try details.read(row, from: keyColumns.count)
        return TicketType(
            event: try row.value(0), number: try row.value(1), issued: try row.number(2), reserved: try row.number(3),
            details: details)
    }

    private static func typeForGate(_ row: any SQLRow) throws -> TicketType {
        let price = row.optionalInteger(3).map { Money(minorUnits: $0, currency: row.text(4)) }
        return TicketType(
            event: try row.value(0), number: try row.value(1), issued: try row.number(6), reserved: try row.number(7),
            details: try TicketTypeDetails(
                name: row.text(2), price: price, quantity: try row.optionalNumber(5), admits: try row.value(8),
                window: try row.window(from: 9), requiresLiveCode: try row.flag(11),
                sales: SalesWindow(opens: try row.optionalInstant(12), closes: try row.optionalInstant(13)),
                isHidden: try row.flag(17)
            ).with {
                $0.perOrder = OrderRange(least: try row.number(14), most: try row.optionalNumber(15))
                $0.gates = row.optionalText(16)?.split(separator: "\n").map(String.init) ?? []
                $0.allowsDoorReservations = try row.flag(22)
                $0.minimumAge = row.isNull(18) ? nil : try row.value(18)
                $0.reentry = try row.value(19)
                $0.hours = row.isNull(20) ? nil : try row.value(20)
                $0.gateNote = row.optionalText(21)
            })
    }
}
