public import Ticketing

extension StoreConnection {
    public var guests: Guests { Guests(connection: self) }
}

/// Households and their guests.
public struct Guests {
    let connection: any StoreConnection

    private static let keyColumns = ["event", "number", "household"]
    static let columns = (keyColumns + GuestDetails.columns + ["serial", "told"]).joined(separator: ", ")
    private static let selection = "SELECT \(columns) FROM guest WHERE event = $1 AND number = $2"
    // The texts are built once, because these statements run for every row of an import.
    private static let insertion = """
        INSERT INTO guest (\(columns), folded_name)
        VALUES (\(placeholders(keyColumns.count + GuestDetails.columns.count + 3)))
        """
    private static let selectionByName =
        "SELECT \(columns) FROM guest WHERE event + 0 = $1 AND folded_name = $2 ORDER BY number LIMIT $3"
    private static let selectionByEmail =
        """
        SELECT \(columns) FROM guest WHERE event = $1 AND email = $2 AND number > $3 ORDER BY number LIMIT $4
        """

    /// Locks an event's guest list until the transaction ends. The lock prevents other transactions from changing
    /// guests, sub-events and invitations. A transaction that also locks the event must lock the guest list first.
    /// Sales do not wait for this lock.
    public func lock(_ event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue)]
        try connection.execute("INSERT INTO guest_list (event) VALUES ($1) ON CONFLICT DO NOTHING", key)
        try connection.forEachRow("SELECT event FROM guest_list WHERE event = $1 FOR NO KEY UPDATE", key) { _ in }
    }

    /// Adds guests whose numbers are not used yet.
    ///
    /// - Parameter new: the guests, each with the folded name (without case and accents).
    public func insert(_ new: [(guest: Guest, foldedName: String)]) throws {
        try connection.execute(
            Guests.insertion,
            rows: new.map { guest, foldedName in
                [.int(guest.event.rawValue), .int(guest.number), .optional(guest.household)]
                    + guest.details.columnValues
                    + [.optional(guest.serial?.rawValue), .int(guest.notificationCount), .text(foldedName)]
            })
    }

    /// Replaces a guest's details and household. The guest's ticket is not changed.
    public func update(_ guest: Guest) throws {
        let columns = ["household"] + GuestDetails.columns + ["folded_name"]
        try connection.execute(
            """
            UPDATE guest SET \(GuestDetails.assignments(columns))
            WHERE event = $\(columns.count + 1) AND number = $\(columns.count + 2)
            """,
            [.optional(guest.household)] + guest.details.columnValues
                + [.text(guest.name.folded), .int(guest.event.rawValue), .int(guest.number)])
        if let serial = guest.serial { try connection.ticketSearchKeys.refresh([serial], of: guest.event) }
    }

    /// Removes a cancelled or refunded ticket from the guests that it admits, so that these guests can get a new
    /// ticket.
    public func clearSerial(_ serial: Serial, of event: EventNumber) throws {
        let changed = try connection.execute(
            "UPDATE guest SET serial = NULL WHERE event = $1 AND serial = $2",
            [.int(event.rawValue), .int(serial.rawValue)])
        if changed > 0 { try connection.ticketSearchKeys.refresh([serial], of: event) }
    }

    /// Sets the serial of each guest's ticket; a nil serial removes the guest's ticket.
    public func setSerials(of guests: [Guest], event: EventNumber) throws {
        let left = try guests.filter { $0.serial == nil }.compactMap { guest in
            try with(number: guest.number, of: event)?.serial
        }
        try connection.execute(
            "UPDATE guest SET serial = $1 WHERE event = $2 AND number = $3",
            rows: guests.map { [.optional($0.serial?.rawValue), .int(event.rawValue), .int($0.number)] })
        try connection.ticketSearchKeys.add(guests, of: event)
        try connection.ticketSearchKeys.refresh(left, of: event)
    }

    /// Stores for each guest the number of times that the guest was notified.
    public func setNotificationCounts(of guests: [Guest], event: EventNumber) throws {
        try connection.execute(
            "UPDATE guest SET told = $1 WHERE event = $2 AND number = $3",
            rows: guests.map { [.int($0.notificationCount), .int(event.rawValue), .int($0.number)] })
    }

    public func with(number: Int, of event: EventNumber) throws -> Guest? {
        try connection.first(Guests.selection, [.int(event.rawValue), .int(number)], Guests.guest)
    }

    /// The guest with the given number. The guest's row stays locked until the transaction ends.
    public func locked(number: Int, of event: EventNumber) throws -> Guest? {
        try connection.first(
            "\(Guests.selection) FOR NO KEY UPDATE", [.int(event.rawValue), .int(number)], Guests.guest)
    }

    /// The guests with the given name, sorted by number; at most `limit`. Case and accents of the guests' names are
    /// ignored.
    public func named(foldedName: String, of event: EventNumber, limit: Int) throws -> [Guest] {
        try connection.all(
            Guests.selectionByName, [.int(event.rawValue), .text(foldedName), .int(limit)], Guests.guest)
    }

    /// The guests with the given e-mail address and with numbers after `number`, sorted by number; at most `limit`.
    public func with(email: String, of event: EventNumber, after number: Int = 0, limit: Int) throws -> [Guest] {
        try connection.all(
            Guests.selectionByEmail, [.int(event.rawValue), .text(email), .int(number), .int(limit)], Guests.guest)
    }

    /// Calls `body` with the number, e-mail address and household of each guest with the name `foldedName`, sorted by
    /// number.
    public func forEach(
        foldedName: String, of event: EventNumber, _ body: (_ number: Int, _ email: String?, _ household: Int?) -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT number, email, household FROM guest WHERE event + 0 = $1 AND folded_name = $2 ORDER BY number
            """, [.int(event.rawValue), .text(foldedName)]
        ) { row in
            body(Int(row.integer(0)), row.optionalText(1), row.optionalInteger(2).map { Int($0) })
        }
    }

    /// The guests that a ticket admits, sorted by number.
    public func with(serial: Serial, of event: EventNumber) throws -> [Guest] {
        try connection.all(
            "SELECT \(Guests.columns) FROM guest WHERE event = $1 AND serial = $2 ORDER BY number",
            [.int(event.rawValue), .int(serial.rawValue)], Guests.guest)
    }

    func serials(of event: EventNumber) throws -> Set<Serial> {
        Set(
            try connection.all(
                "SELECT serial FROM guest WHERE event = $1 AND serial IS NOT NULL", [.int(event.rawValue)]
            ) { try $0.value(0) })
    }

    /// For each ticket, the names of the guests that it admits, sorted by the guest's number. Tickets without guests
    /// are omitted.
    public func names(on serials: [Serial], of event: EventNumber) throws -> [Serial: [String]] {
        var names: [Serial: [String]] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            try connection.forEachRow(
                """
                SELECT serial, name FROM guest WHERE event = $1 AND serial IN (\(list.placeholders)) ORDER BY number
                """, [.int(event.rawValue)] + list.values
            ) { row in names[try row.value(0), default: []].append(row.text(1)) }
        }
        return names
    }

    /// The guests of an event with numbers after `number`, sorted by number; at most `limit`.
    public func page(of event: EventNumber, after number: Int, limit: Int) throws -> [Guest] {
        try connection.all(
            "SELECT \(Guests.columns) FROM guest WHERE event = $1 AND number > $2 ORDER BY number LIMIT $3",
            [.int(event.rawValue), .int(number), .int(limit)], Guests.guest)
    }

    /// The guests that match a search, sorted by name and number. A guest matches if each word of the search is the
    /// beginning of a word in the guest's name or in the household's name. Case and accents are ignored.
    ///
    /// - Parameter most: The maximum number of guests that the search examines: guests whose names contain the words
    ///   anywhere. Matching guests beyond this number are not found.
    public func page(
        of event: EventNumber, naming text: String, after last: Guest?, limit: Int, examining most: Int = .max
    ) throws -> [Guest] {
        let search = NameSearch(text)
        guard !search.words.isEmpty else { return [] }
        return try search.found(limit: limit, examining: most) { (end: NameSearch.Candidate<Guest>?, count: Int) in
            try candidates(
                of: event, search, after: (end?.foldedName ?? last?.name.folded, end?.row.number ?? last?.number),
                limit: count)
        }
    }

    /// The guests for whom each word of a search occurs in the guest's name or in the household's name, sorted by name
    /// (without case and accents) and number.
    private func candidates(
        of event: EventNumber, _ search: NameSearch, after position: (foldedName: String?, number: Int?), limit: Int
    ) throws -> [NameSearch.Candidate<Guest>] {
        var values: [SQLValue] = [
            .int(event.rawValue), .text(position.foldedName ?? ""), .int(position.number ?? 0),
        ]
        let conditions = search.conditions(&values) { isNamed in
            "\(isNamed) OR household IN (SELECT number FROM household WHERE event = $1 AND \(isNamed))"
        }
        values.append(.int(limit))
        let found: [(guest: Guest, foldedName: String)] = try connection.all(
            """
            SELECT \(Guests.columns), folded_name FROM guest
            WHERE event + 0 = $1 AND (folded_name, number) > ($2, $3)\(conditions)
            ORDER BY folded_name, number LIMIT $\(values.count)
            """, values
        ) { (try Guests.guest($0), $0.text(Guests.keyColumns.count + GuestDetails.columns.count + 2)) }
        let households = try householdNames(Set(found.compactMap(\.guest.household)), of: event)
        return found.map { guest, foldedName in
            let names = [guest.name, guest.household.flatMap { households[$0] }].compactMap(\.self)
            return NameSearch.Candidate(
                row: guest, foldedName: foldedName, words: names.flatMap { NameSearchKeys.words(of: $0) })
        }
    }

    /// Calls `body` with the folded name (without case and accents) and the e-mail address of every guest.
    public func forEachName(
        of event: EventNumber, _ body: (_ foldedName: String, _ email: String?) throws -> Void
    ) throws {
        try connection.forEachRow("SELECT folded_name, email FROM guest WHERE event = $1", [.int(event.rawValue)]) {
            try body($0.text(0), $0.optionalText(1))
        }
    }

    /// The highest guest number at an event; 0 if there are no guests.
    public func lastNumber(of event: EventNumber) throws -> Int {
        try connection.first(
            "SELECT number FROM guest WHERE event = $1 ORDER BY number DESC LIMIT 1", [.int(event.rawValue)]
        ) { try Guests.number($0, 0) } ?? 0
    }

    // MARK: Households

    public func insert(_ new: [(household: Household, foldedName: String)]) throws {
        try connection.execute(
            "INSERT INTO household (event, number, name, folded_name) VALUES ($1, $2, $3, $4)",
            rows: new.map { household, foldedName in
                [
                    .int(household.event.rawValue), .int(household.number), .text(household.name),
                    .text(foldedName),
                ]
            })
    }

    /// The households of an event, sorted by number.
    public func households(of event: EventNumber) throws -> [Household] {
        try connection.all(
            "SELECT event, number, name FROM household WHERE event = $1 ORDER BY number", [.int(event.rawValue)]
        ) { Household(event: try $0.value(0), number: try $0.number(1), name: $0.text(2)) }
    }

    /// The names of households, by number. Missing households are omitted.
    public func householdNames(_ numbers: Set<Int>, of event: EventNumber) throws -> [Int: String] {
        var names: [Int: String] = [:]
        for part in SerialList.chunks(Array(numbers)) {
            let list = SerialList(households: part, from: 2)
            try connection.forEachRow(
                "SELECT number, name FROM household WHERE event = $1 AND number IN (\(list.placeholders))",
                [.int(event.rawValue)] + list.values
            ) { row in names[try row.number(0)] = row.text(1) }
        }
        return names
    }

    public func household(_ number: Int, of event: EventNumber) throws -> Household? {
        try connection.first(
            "SELECT event, number, name FROM household WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number)]
        ) { Household(event: try $0.value(0), number: try $0.number(1), name: $0.text(2)) }
    }

    static func guest(_ row: any SQLRow) throws -> Guest {
        var details = GuestDetails.blank
        try details.read(row, from: keyColumns.count)
        let serial = keyColumns.count + GuestDetails.columns.count
        return Guest(
            event: try row.value(0), number: try number(row, 1), household: try row.optionalNumber(2),
            details: details, serial: row.isNull(serial) ? nil : try row.value(serial),
            notificationCount: try row.number(serial + 1))
    }

    /// Reads a guest's number. Guest numbers are sequential, and an import keeps an array with an element for each
    /// number up to the highest. A number far beyond any guest list would make this array too large, so such a number
    /// is refused.
    private static func number(_ row: any SQLRow, _ column: Int) throws -> Int {
        let number = try row.number(column)
        guard (1..<1 << 24).contains(number) else {
            throw InvalidColumnValue(column: column, value: "\(number)", kind: "guest number")
        }
        return number
    }
}
