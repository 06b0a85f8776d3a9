public import Ticketing

extension StoreConnection {
    public var guests: Guests { Guests(connection: self) }
}

/// Households and their guests.
public struct Guests {
    let connection: any StoreConnection

    private static let columns = """
        event, number, household, name, email, phone, companions, meal, access_note, table_note, note, serial, told
        """
    private static let selection = "SELECT \(columns) FROM guest WHERE event = $1 AND number = $2"
    // Written once: these run for every row of an import.
    private static let insertion = """
        INSERT INTO guest (\(columns), folded_name)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        """
    private static let selectionByName =
        "SELECT \(columns) FROM guest WHERE event + 0 = $1 AND folded_name = $2 ORDER BY number LIMIT $3"
    private static let selectionByEmail =
        """
        SELECT \(columns) FROM guest WHERE event = $1 AND email = $2 AND number > $3 ORDER BY number LIMIT $4
        """

    /// Keeps an event's guest list from others who would change it, its functions or invitations, until the transaction
    /// ends. Who takes the event as well takes it afterwards; who sells does not wait for it.
    public func lock(_ event: EventNumber) throws {
        let key: [SQLValue] = [.int(event.rawValue)]
        try connection.execute("INSERT INTO guest_list (event) VALUES ($1) ON CONFLICT DO NOTHING", key)
        try connection.forEachRow("SELECT event FROM guest_list WHERE event = $1 FOR NO KEY UPDATE", key) { _ in }
    }

    /// Adds guests under free numbers.
    ///
    /// - Parameter new: with the folded name, for those who have it already.
    public func insert(_ new: [(guest: Guest, foldedName: String)]) throws {
        try connection.execute(
            Guests.insertion,
            rows: new.map { guest, foldedName in
                let details = guest.details
                return [
                    .int(guest.event.rawValue), .int(guest.number), .optional(guest.household), .text(details.name),
                    .optional(details.email), .optional(details.phone), .int(details.companions),
                    .optional(details.meal), .optional(details.access), .optional(details.table),
                    .optional(details.note), .optional(guest.serial?.rawValue), .int(guest.told), .text(foldedName),
                ]
            })
    }

    /// Writes a guest anew, but for the code, which ends in its own way.
    public func update(_ guest: Guest) throws {
        let details = guest.details
        try connection.execute(
            """
            UPDATE guest SET household = $1, name = $2, email = $3, phone = $4, companions = $5, meal = $6,
                access_note = $7, table_note = $8, note = $9, folded_name = $10
            WHERE event = $11 AND number = $12
            """,
            [
                .optional(guest.household), .text(details.name), .optional(details.email), .optional(details.phone),
                .int(details.companions), .optional(details.meal), .optional(details.access),
                .optional(details.table), .optional(details.note), .text(details.name.folded),
                .int(guest.event.rawValue), .int(guest.number),
            ])
        if let serial = guest.serial { try connection.ticketNames.refresh([serial], of: guest.event) }
    }

    /// Takes a code that has ended away from its guests, so that they may get another.
    public func forget(_ serial: Serial, of event: EventNumber) throws {
        let changed = try connection.execute(
            "UPDATE guest SET serial = NULL WHERE event = $1 AND serial = $2",
            [.int(event.rawValue), .int(serial.rawValue)])
        if changed > 0 { try connection.ticketNames.refresh([serial], of: event) }
    }

    /// Gives guests the tickets that let them in, or takes them away.
    public func setSerials(of guests: [Guest], event: EventNumber) throws {
        let left = try guests.filter { $0.serial == nil }.compactMap { guest in
            try with(number: guest.number, of: event)?.serial
        }
        try connection.execute(
            "UPDATE guest SET serial = $1 WHERE event = $2 AND number = $3",
            rows: guests.map { [.optional($0.serial?.rawValue), .int(event.rawValue), .int($0.number)] })
        try connection.ticketNames.add(guests, of: event)
        try connection.ticketNames.refresh(left, of: event)
    }

    /// Writes down how often guests were told.
    public func setTold(of guests: [Guest], event: EventNumber) throws {
        try connection.execute(
            "UPDATE guest SET told = $1 WHERE event = $2 AND number = $3",
            rows: guests.map { [.int($0.told), .int(event.rawValue), .int($0.number)] })
    }

    public func with(number: Int, of event: EventNumber) throws -> Guest? {
        try connection.first(Guests.selection, [.int(event.rawValue), .int(number)], Guests.guest)
    }

    /// The guest of a number, kept from others until the transaction ends.
    public func locked(number: Int, of event: EventNumber) throws -> Guest? {
        try connection.first(
            "\(Guests.selection) FOR NO KEY UPDATE", [.int(event.rawValue), .int(number)], Guests.guest)
    }

    /// Guests of a name, letter case and accents aside, by number; at most `limit`.
    public func named(foldedName: String, of event: EventNumber, limit: Int) throws -> [Guest] {
        try connection.all(
            Guests.selectionByName, [.int(event.rawValue), .text(foldedName), .int(limit)], Guests.guest)
    }

    /// Guests of an e-mail address behind a number, by number; at most `limit`.
    public func with(email: String, of event: EventNumber, after number: Int = 0, limit: Int) throws -> [Guest] {
        try connection.all(
            Guests.selectionByEmail, [.int(event.rawValue), .text(email), .int(number), .int(limit)], Guests.guest)
    }

    /// Hands over number, e-mail and household of all guests of a name, by number.
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

    /// Whom a ticket lets in, by number.
    public func with(serial: Serial, of event: EventNumber) throws -> [Guest] {
        try connection.all(
            "SELECT \(Guests.columns) FROM guest WHERE event = $1 AND serial = $2 ORDER BY number",
            [.int(event.rawValue), .int(serial.rawValue)], Guests.guest)
    }

    /// The tickets that let guests in.
    func serials(of event: EventNumber) throws -> Set<Serial> {
        Set(
            try connection.all(
                "SELECT serial FROM guest WHERE event = $1 AND serial IS NOT NULL", [.int(event.rawValue)]
            ) { try $0.value(0) })
    }

    /// The names of the guests whom tickets let in, by number of the guest; tickets without guests are left out.
    public func names(on serials: [Serial], of event: EventNumber) throws -> [Serial: [String]] {
        var names: [Serial: [String]] = [:]
        for part in SerialList.parts(serials) {
            let list = SerialList(part, from: 2)
            try connection.forEachRow(
                """
                SELECT serial, name FROM guest WHERE event = $1 AND serial IN (\(list.placeholders)) ORDER BY number
                """, [.int(event.rawValue)] + list.values
            ) { row in names[try row.value(0), default: []].append(row.text(1)) }
        }
        return names
    }

    /// At most `limit` guests of an event, by number, those after one of them.
    public func page(of event: EventNumber, after number: Int, limit: Int) throws -> [Guest] {
        try connection.all(
            "SELECT \(Guests.columns) FROM guest WHERE event = $1 AND number > $2 ORDER BY number LIMIT $3",
            [.int(event.rawValue), .int(number), .int(limit)], Guests.guest)
    }

    /// The same among the guests who are found by words, by name and number: each word begins a word of the guest's name
    /// or of their household's name, letter case and accents aside.
    public func page(
        of event: EventNumber, naming text: String, after last: Guest?, limit: Int
    ) throws -> [Guest] {
        let words = NameKeys.words(of: text).prefix(Guests.mostWords).map { NameKeys.beginning([$0]) }
        guard !words.isEmpty else { return [] }
        var households: [Int: [String]] = [:]
        var found: [Guest] = []
        var position = last.map { (guest: $0, foldedName: $0.name.folded) }
        while found.count < limit {
            let candidates = try candidates(of: event, containing: words, after: position, limit: limit)
            for candidate in candidates {
                var names = NameKeys.words(of: candidate.guest.name)
                if let household = candidate.guest.household {
                    let known = try households[household] ?? self.words(ofHousehold: household, event)
                    households[household] = known
                    names += known
                }
                let isFound = words.allSatisfy { word in names.contains { $0.utf8.starts(with: word.utf8) } }
                if isFound { found.append(candidate.guest) }
            }
            guard candidates.count == limit, let end = candidates.last else { break }
            position = end
        }
        return Array(found.prefix(limit))
    }

    /// Words of a search that are looked for; further ones narrow nothing down, and each is a part of the statement.
    private static let mostWords = 8

    /// Guests whose name or household's name has each of these texts somewhere, by folded name and number.
    private func candidates(
        of event: EventNumber, containing texts: [String], after last: (guest: Guest, foldedName: String)?, limit: Int
    ) throws -> [(guest: Guest, foldedName: String)] {
        // In the order in which the statement names them first, as SQLite counts.
        var values: [SQLValue] = [
            .int(event.rawValue), .text(last?.foldedName ?? ""), .int(last?.guest.number ?? 0),
        ]
        let conditions = texts.map { text in
            values.append(.text("%\(text.replacing(/[!%_]/) { "!\($0.output)" })%"))
            let pattern = "folded_name LIKE $\(values.count) ESCAPE '!'"
            return """
                 AND (\(pattern)
                    OR household IN (SELECT number FROM household WHERE event = $1 AND \(pattern)))
                """
        }
        values.append(.int(limit))
        return try connection.all(
            """
            SELECT \(Guests.columns), folded_name FROM guest
            WHERE event + 0 = $1 AND (folded_name, number) > ($2, $3)\(conditions.joined())
            ORDER BY folded_name, number LIMIT $\(values.count)
            """, values
        ) { (try Guests.guest($0), $0.text(13)) }
    }

    private func words(ofHousehold number: Int, _ event: EventNumber) throws -> [String] {
        try household(number, of: event).map { NameKeys.words(of: $0.name) } ?? []
    }

    /// Hands over the names and addresses of all guests, by number.
    public func forEachName(
        of event: EventNumber, _ body: (_ foldedName: String, _ email: String?) throws -> Void
    ) throws {
        try connection.forEachRow("SELECT folded_name, email FROM guest WHERE event = $1", [.int(event.rawValue)]) {
            try body($0.text(0), $0.optionalText(1))
        }
    }

    /// The highest number of a guest; 0 without any.
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

    /// The households of an event, by number.
    public func households(of event: EventNumber) throws -> [Household] {
        try connection.all(
            "SELECT event, number, name FROM household WHERE event = $1 ORDER BY number", [.int(event.rawValue)]
        ) { Household(event: try $0.value(0), number: try $0.number(1), name: $0.text(2)) }
    }

    public func household(_ number: Int, of event: EventNumber) throws -> Household? {
        try connection.first(
            "SELECT event, number, name FROM household WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number)]
        ) { Household(event: try $0.value(0), number: try $0.number(1), name: $0.text(2)) }
    }

    private static func guest(_ row: any SQLRow) throws -> Guest {
        Guest(
            event: try row.value(0), number: try number(row, 1), household: try row.optionalNumber(2),
            details: GuestDetails(
                name: row.text(3), email: row.optionalText(4), phone: row.optionalText(5),
                companions: try row.number(6), meal: row.optionalText(7), access: row.optionalText(8),
                table: row.optionalText(9), note: row.optionalText(10)),
            serial: row.isNull(11) ? nil : try row.value(11), told: try row.number(12))
    }

    /// Numbers are given one after the other, and an import keeps an array by them: one that is far beyond every list
    /// was never given.
    private static func number(_ row: any SQLRow, _ column: Int) throws -> Int {
        let number = try row.number(column)
        guard (1..<1 << 24).contains(number) else {
            throw ColumnFault(column: column, value: "\(number)", kind: "number of a guest")
        }
        return number
    }
}
