public import Ticketing

extension StoreConnection {
    public var places: Places { Places(connection: self) }
}

/// The places of tickets: who is in, by ticket, function and place. Derived from the ledger; the key forbids a second
/// admission.
public struct Places {
    let connection: any StoreConnection

    static let columns = "place, inside, first_at, first_gate, last_at, last_gate, entries, clock"

    /// The places of a ticket, by number.
    public func of(_ serial: Serial, event: EventNumber, function: Int) throws -> [Place] {
        try connection.all(
            """
            SELECT \(Places.columns) FROM place
            WHERE event = $1 AND serial = $2 AND function = $3 ORDER BY place
            """, [.int(event.rawValue), .int(serial.rawValue), .int(function)]
        ) { try Places.place($0, from: 0) }
    }

    /// The places of tickets at one function, each ticket's by number; tickets without any are left out.
    public func of(_ serials: [Serial], event: EventNumber, function: Int) throws -> [Serial: [Place]] {
        var places: [Serial: [Place]] = [:]
        for part in SerialList.parts(serials) {
            let list = SerialList(part, from: 3)
            try connection.forEachRow(
                """
                SELECT \(Places.columns), serial FROM place
                WHERE event = $1 AND function = $2 AND serial IN (\(list.placeholders)) ORDER BY serial, place
                """, [.int(event.rawValue), .int(function)] + list.values
            ) { row in places[try row.value(8), default: []].append(try Places.place(row, from: 0)) }
        }
        return places
    }

    static func place(_ row: any SQLRow, from column: Int) throws -> Place {
        Place(
            number: try row.number(column), isInside: try row.flag(column + 1),
            first: Admission(at: try row.instant(column + 2), gate: row.text(column + 3)),
            last: Admission(at: try row.instant(column + 4), gate: row.text(column + 5)),
            entries: try row.number(column + 6), clock: try row.hybridClock(column + 7))
    }

    /// Takes a place for the first time, by a record of this hybrid clock. False when it was taken before.
    public func take(
        _ place: Int, of ticket: TicketAtFunction, admission: Admission, clock: HybridClock
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO place (event, serial, function, place, inside, first_at, first_gate, last_at, last_gate, clock)
            VALUES ($1, $2, $3, $4, 1, $5, $6, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.function), .int(place),
                .instant(admission.at), .text(admission.gate), .integer(clock.rawValue),
            ]) == 1
    }

    /// Takes a place again whose person is outside. False when somebody is in it.
    public func takeAgain(
        _ place: Int, of ticket: TicketAtFunction, admission: Admission, clock: HybridClock
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE place SET inside = 1, last_at = $1, last_gate = $2, entries = entries + 1, clock = $3
            WHERE event = $4 AND serial = $5 AND function = $6 AND place = $7 AND inside = 0
            """,
            [
                .instant(admission.at), .text(admission.gate), .integer(clock.rawValue), .int(ticket.event.rawValue),
                .int(ticket.serial.rawValue), .int(ticket.function), .int(place),
            ]) == 1
    }

    /// Marks a place's person as outside. False when they were not inside.
    public func leave(_ place: Int, of ticket: TicketAtFunction, clock: HybridClock) throws -> Bool {
        try connection.execute(
            """
            UPDATE place SET inside = 0, clock = $1
            WHERE event = $2 AND serial = $3 AND function = $4 AND place = $5 AND inside = 1
            """,
            [
                .integer(clock.rawValue), .int(ticket.event.rawValue), .int(ticket.serial.rawValue),
                .int(ticket.function), .int(place),
            ]) == 1
    }

    /// Puts the places of a ticket at a function in the stead of those that are there.
    public func replace(_ places: [Place], of ticket: TicketAtFunction) throws {
        try connection.execute(
            "DELETE FROM place WHERE event = $1 AND serial = $2 AND function = $3",
            [.int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.function)])
        try insert([(ticket, places)])
    }

    /// Puts these places in the stead of those that are there.
    ///
    /// - Parameter serials: the tickets that may have places, at all functions: at most `SerialList.most`.
    func replace(
        _ places: [(ticket: TicketAtFunction, places: [Place])], of serials: [Serial], _ event: EventNumber
    ) throws {
        if !serials.isEmpty {
            let serials = SerialList(serials, from: 2)
            try connection.execute(
                "DELETE FROM place WHERE event = $1 AND serial IN (\(serials.placeholders))",
                [.int(event.rawValue)] + serials.values)
        }
        try insert(places)
    }

    private func insert(_ places: [(ticket: TicketAtFunction, places: [Place])]) throws {
        try connection.execute(
            """
            INSERT INTO place (event, serial, function, \(Places.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            rows: places.flatMap { ticket, places in
                places.map { place in
                    [
                        .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .int(ticket.function),
                        .int(place.number), .int(place.isInside ? 1 : 0), .instant(place.first.at),
                        .text(place.first.gate), .instant(place.last.at), .text(place.last.gate), .int(place.entries),
                        .integer(place.clock.rawValue),
                    ]
                }
            })
    }

    /// Corrects how often a place was taken, and when it was last decided about.
    func correct(_ place: Place, of ticket: TicketAtFunction) throws {
        try connection.execute(
            """
            UPDATE place SET entries = $1, clock = $2
            WHERE event = $3 AND serial = $4 AND function = $5 AND place = $6
            """,
            [
                .int(place.entries), .integer(place.clock.rawValue), .int(ticket.event.rawValue),
                .int(ticket.serial.rawValue), .int(ticket.function), .int(place.number),
            ])
    }

    /// Whether anybody ever came in on a ticket.
    public func isUsed(_ serial: Serial, event: EventNumber) throws -> Bool {
        try connection.first(
            "SELECT place FROM place WHERE event = $1 AND serial = $2 LIMIT 1",
            [.int(event.rawValue), .int(serial.rawValue)]
        ) { _ in true } ?? false
    }

    /// How many people are inside on a ticket at one function; 0 is the event itself. A ticket that counts by days is
    /// counted on the day with the most people, because people who did not check out yesterday may be in again today.
    public func inside(_ serial: Serial, event: EventNumber, function: Int) throws -> Int {
        try most(inside: serial, event, "AND function = $3", [.int(function)])
    }

    /// How many people are inside on a ticket, at the function where most of them are: a person is in one place.
    public func inside(_ serial: Serial, event: EventNumber) throws -> Int { try most(inside: serial, event, "", []) }

    private func most(
        inside serial: Serial, _ event: EventNumber, _ condition: String, _ values: [SQLValue]
    ) throws -> Int {
        try connection.first(
            """
            SELECT CAST(coalesce(max(people), 0) AS BIGINT) FROM (
                SELECT sum(inside) AS people FROM place WHERE event = $1 AND serial = $2 \(condition)
                GROUP BY function, place / \(Place.dayStride)
            ) AS counted
            """, [.int(event.rawValue), .int(serial.rawValue)] + values
        ) { try $0.number(0) } ?? 0
    }

    /// How many places were ever taken at an event, and how many people are inside now.
    public func totals(of event: EventNumber) throws -> (admitted: Int, inside: Int) {
        try connection.first(
            "SELECT count(*), CAST(coalesce(sum(inside), 0) AS BIGINT) FROM place WHERE event = $1",
            [.int(event.rawValue)]
        ) {
            (try $0.number(0), try $0.number(1))
        } ?? (0, 0)
    }

    /// The same for each function where a place was ever taken; 0 is the event itself.
    public func totalsByFunction(of event: EventNumber) throws -> [(function: Int, admitted: Int, inside: Int)] {
        try connection.all(
            """
            SELECT function, count(*), CAST(sum(inside) AS BIGINT) FROM place WHERE event = $1
            GROUP BY function ORDER BY function
            """, [.int(event.rawValue)]
        ) { (try $0.number(0), try $0.number(1), try $0.number(2)) }
    }

    /// How many places were ever taken at one function.
    public func count(of event: EventNumber, function: Int) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM place WHERE event = $1 AND function = $2", [.int(event.rawValue), .int(function)]
        ) { try $0.number(0) } ?? 0
    }
}
