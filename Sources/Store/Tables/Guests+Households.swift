public import Ticketing

extension Guests {
    /// Stores the seating table of each guest.
    public func setTables(of guests: [Guest], event: EventNumber) throws {
        try connection.execute(
            "UPDATE guest SET table_note = $1 WHERE event = $2 AND number = $3",
            rows: guests.map { [.optional($0.details.table), .int(event.rawValue), .int($0.number)] })
    }

    /// The households that match a search, sorted by name, with their guests. A household matches if each word of the
    /// search is the beginning of a word in the household's name or in the name of one of its guests. Case and accents
    /// are ignored. A search without words finds every household.
    ///
    /// - Parameters:
    ///   - last: The result begins after this household; nil begins with the first household.
    /// - Returns: The households, each with its guests sorted by number.
    public func households(
        of event: EventNumber, naming text: String, after last: Household?, limit: Int
    ) throws -> [(household: Household, guests: [Guest])] {
        let search = NameSearch(text)
        return try search.found(limit: limit) {
            (end: NameSearch.Candidate<(household: Household, guests: [Guest])>?, count: Int) in
            try householdCandidates(
                of: event, search, after: end?.foldedName ?? last?.name.folded ?? "", limit: count)
        }
    }

    /// The households for which each word of a search occurs in the household's name or in the name of one of its
    /// guests, sorted by name (without case and accents).
    private func householdCandidates(
        of event: EventNumber, _ search: NameSearch, after position: String, limit: Int
    ) throws -> [NameSearch.Candidate<(household: Household, guests: [Guest])>] {
        var values: [SQLValue] = [.int(event.rawValue), .text(position)]
        let conditions = search.conditions(&values) { isNamed in
            """
            \(isNamed) OR number IN
            (SELECT household FROM guest WHERE event = $1 AND household IS NOT NULL AND \(isNamed))
            """
        }
        values.append(.int(limit))
        let found: [(household: Household, foldedName: String)] = try connection.all(
            """
            SELECT event, number, name, folded_name FROM household
            WHERE event = $1 AND folded_name > $2\(conditions)
            ORDER BY folded_name LIMIT $\(values.count)
            """, values
        ) { row in
            (
                Household(event: try row.value(0), number: try row.number(1), name: row.text(2)),
                row.text(3)
            )
        }
        let members = try members(ofHouseholds: found.map(\.household.number), event: event)
        return found.map { household, foldedName in
            let guests = members[household.number, default: []]
            let names = [household.name] + guests.map(\.name)
            return NameSearch.Candidate(
                row: (household: household, guests: guests), foldedName: foldedName,
                words: names.flatMap { NameSearchKeys.words(of: $0) })
        }
    }

    /// The guests of the given households. Each list is sorted by the guest's number.
    private func members(ofHouseholds numbers: [Int], event: EventNumber) throws -> [Int: [Guest]] {
        var members: [Int: [Guest]] = [:]
        for part in SerialList.chunks(numbers) {
            let list = SerialList(households: part, from: 2)
            let guests = try connection.all(
                """
                SELECT \(Guests.columns) FROM guest
                WHERE event = $1 AND household IN (\(list.placeholders)) ORDER BY number
                """, [.int(event.rawValue)] + list.values, Guests.guest)
            for guest in guests {
                if let household = guest.household { members[household, default: []].append(guest) }
            }
        }
        return members
    }
}
