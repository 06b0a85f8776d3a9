public import Ticketing

extension StoreConnection {
    public var ticketSearch: TicketSearch { TicketSearch(connection: self) }
}

/// Searches the tickets of an event by name, e-mail address, phone number, code or order. Every search uses one index.
public struct TicketSearch {
    let connection: any StoreConnection

    /// A prefix with this character at its end sorts after all texts that begin with the prefix.
    private static let last = "\u{10FFFF}"
    private static let mostWords = 8

    /// The tickets that match a query, after `last`; at most `limit`. The query determines the order of the tickets.
    /// Tickets that are equal in this order are sorted by serial:
    ///
    /// - a search by name: first the tickets with a name that contains the typed words one after the other, then the
    ///   other tickets; both groups are sorted by the part of the name that matched;
    /// - all tickets with a holder (`withHolder`): by the holder's name;
    /// - a search by e-mail address: by address;
    /// - a search by phone number: by the last six digits of the number, read from the end. In a gate pack, the order
    ///   is that of the hashes of these digits;
    /// - all other searches: by serial.
    public func page(
        of event: EventNumber, matching query: TicketQuery, after last: Ticket?, limit: Int
    ) throws -> [Ticket] {
        switch query {
        case .all: return try connection.tickets.page(of: event, after: last?.serial, limit: limit)
        case .withHolder: return try pageByHolder(of: event, after: last, limit: limit)
        case .code(let serials): return try page(of: event, within: serials, after: last, limit: limit)
        case .order(let order):
            let tickets = try connection.tickets.all(of: order, of: event)
            return Array(tickets.lazy.filter { ticket in last.map { ticket.serial > $0.serial } ?? true }.prefix(limit))
        case .email(let beginning):
            return try page(of: event, having: Pattern(NameSearchKeys.of(email: beginning)), after: last, limit: limit)
        case .phoneEnding(let digits):
            guard let prefix = try beginning(phoneEnding: digits) else { return [] }
            return try page(of: event, having: Pattern(prefix), after: last, limit: limit)
        case .phone(let number):
            guard let prefix = try beginning(phoneEnding: number.ending) else { return [] }
            let isPack = try connection.gatePackRecord.phoneSearchKey() != nil
            let pattern = Pattern(prefix, phone: isPack ? nil : number)
            return try page(of: event, having: pattern, after: last, limit: limit)
        case .holder(let text): return try page(of: event, naming: text, after: last, limit: limit)
        }
    }

    /// The prefix of the keys of all phone numbers that end with the given digits. In a gate pack, these keys are
    /// hashes. Nil if the gate pack has no hashes for endings with this number of digits.
    private func beginning(phoneEnding digits: String) throws -> String? {
        guard let key = try connection.gatePackRecord.phoneSearchKey() else {
            return NameSearchKeys.beginning(phoneEnding: digits)
        }
        return try PhoneEndingHashes(key: key).searchKey(ofEnding: digits)
    }

    private func page(
        of event: EventNumber, within serials: ClosedRange<UInt64>, after last: Ticket?, limit: Int
    ) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket WHERE event = $1 AND serial >= $2 AND serial <= $3
            ORDER BY serial LIMIT $4
            """,
            [
                .int(event.rawValue), .int(last.map { $0.serial.rawValue + 1 } ?? serials.lowerBound),
                .int(serials.upperBound), .int(limit),
            ], Tickets.ticket)
    }

    private func pageByHolder(of event: EventNumber, after last: Ticket?, limit: Int) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND (folded_holder, serial) > ($2, $3) AND folded_holder < $4
            ORDER BY folded_holder, serial LIMIT $5
            """,
            [
                .int(event.rawValue), .text(try last.map(foldedHolder) ?? ""), .int(last?.serial.rawValue ?? 0),
                .text(TicketSearch.last), .int(limit),
            ], Tickets.ticket)
    }

    /// The text by which a ticket is sorted: its holder's name, without case and accents. The text is read from the
    /// store, because another version of the program may have removed accents differently. If the stored holder is no
    /// longer the holder of `ticket`, the text is made from the name in `ticket`.
    private func foldedHolder(of ticket: Ticket) throws -> String {
        let stored = try connection.all(
            "SELECT holder, folded_holder FROM ticket WHERE event = $1 AND serial = $2 AND folded_holder IS NOT NULL",
            [.int(ticket.event.rawValue), .int(ticket.serial.rawValue)]
        ) { (holder: $0.text(0), folded: $0.text(1)) }.first
        guard let stored, stored.holder == ticket.holder else { return ticket.holder?.folded ?? "" }
        return stored.folded
    }

    // MARK: Names

    /// A condition for the search keys of a ticket. At least one key must begin with `beginning`. For each text in
    /// `others`, at least one key must begin with that text. No key may begin with `excluded`. If `phone` is not nil,
    /// the buyer or a guest on the ticket must have this phone number.
    private struct Pattern {
        let beginning: String
        var others: [String] = []
        var excluded: String?
        var phone: TypedPhoneNumber?

        init(
            _ beginning: String, others: [String] = [], excluded: String? = nil, phone: TypedPhoneNumber? = nil
        ) {
            self.beginning = beginning
            self.others = others
            self.excluded = excluded
            self.phone = phone
        }
    }

    /// The tickets with names that contain all words of a text. Tickets with a name that contains the words one after
    /// the other come first.
    private func page(
        of event: EventNumber, naming text: String, after last: Ticket?, limit: Int
    ) throws -> [Ticket] {
        let words = Array(NameSearchKeys.words(of: text).prefix(TicketSearch.mostWords))
        guard !words.isEmpty else { return [] }
        let phrase = Pattern(NameSearchKeys.beginning(words))
        // The longest word is probably the rarest. Among equally long words, the first is used, so that the queries for
        // all pages use the same word.
        let sorted = words.enumerated().sorted {
            ($1.element.utf8.count, $0.offset) < ($0.element.utf8.count, $1.offset)
        }
        .map { NameSearchKeys.beginning([$0.element]) }
        let anywhere = Pattern(sorted[0], others: Array(sorted.dropFirst()), excluded: phrase.beginning)
        let isPastPhrase = try last.map { try key(of: $0, from: phrase.beginning) == nil } ?? false
        var tickets: [Ticket] = []
        if !isPastPhrase { tickets = try page(of: event, having: phrase, after: last, limit: limit) }
        if words.count > 1, tickets.count < limit {
            tickets += try page(
                of: event, having: anywhere, after: isPastPhrase ? last : nil, limit: limit - tickets.count)
        }
        return tickets
    }

    /// The first of a ticket's keys that begins with `beginning`.
    private func key(of ticket: Ticket, from beginning: String) throws -> String? {
        try connection.all(
            """
            SELECT name FROM ticket_name WHERE event = $1 AND serial = $2 AND name >= $3 AND name < $4
            ORDER BY name LIMIT 1
            """,
            [
                .int(ticket.event.rawValue), .int(ticket.serial.rawValue), .text(beginning),
                .text(beginning + TicketSearch.last),
            ]
        ) { $0.text(0) }.first
    }

    private struct Match {
        let key: String
        let ticket: Ticket
    }

    /// The tickets that match a pattern, sorted by key. A ticket with several matching keys appears once, at the
    /// position of its first matching key.
    private func page(
        of event: EventNumber, having pattern: Pattern, after last: Ticket?, limit: Int
    ) throws -> [Ticket] {
        if let last, let key = try key(of: last, from: pattern.beginning) {
            let position = Match(key: key, ticket: last)
            return try matches(of: event, having: pattern, after: position, firstKeysOnly: true, limit: limit)
                .map(\.ticket)
        }
        // This search begins with the first of all matching keys, so it finds each ticket by the ticket's first
        // matching key. Unlike the search above, it need not check whether a ticket has an earlier matching key, which
        // would double the number of database pages to read. A ticket with several matching keys gives several rows, so
        // one statement may give too few tickets. The loop then runs further statements.
        var tickets: [Ticket] = []
        var found: Set<Serial> = []
        var position: Match?
        repeat {
            let rows = try matches(of: event, having: pattern, after: position, firstKeysOnly: false, limit: limit)
            tickets += rows.lazy.map(\.ticket).filter { found.insert($0.serial).inserted }
            position = rows.count == limit ? rows.last : nil
        } while position != nil && tickets.count < limit
        return Array(tickets.prefix(limit))
    }

    /// The rows of the search after `position`, sorted by key and serial.
    ///
    /// - Parameter firstKeysOnly: whether a ticket appears only with its first matching key.
    private func matches(
        of event: EventNumber, having pattern: Pattern, after position: Match?, firstKeysOnly: Bool, limit: Int
    ) throws -> [Match] {
        // The values are in the order of their first use in the statement, because SQLite numbers placeholders in this
        // order.
        var values: [SQLValue] = [
            .int(event.rawValue), .text(position?.key ?? pattern.beginning),
            .int(position?.ticket.serial.rawValue ?? 0), .text(pattern.beginning + TicketSearch.last),
        ]
        var conditions = ""
        if firstKeysOnly {
            values.append(.text(pattern.beginning))
            conditions += """
                 AND NOT EXISTS (SELECT 1 FROM ticket_name e WHERE e.event = $1 AND e.serial = n.serial
                    AND e.name >= $5 AND e.name < n.name)
                """
        }
        func having(_ beginning: String) -> String {
            values += [.text(beginning), .text(beginning + TicketSearch.last)]
            return """
                EXISTS (SELECT 1 FROM ticket_name o WHERE o.event = $1 AND o.serial = n.serial
                    AND o.name >= $\(values.count - 1) AND o.name < $\(values.count))
                """
        }
        for beginning in pattern.others { conditions += " AND \(having(beginning))" }
        if let excluded = pattern.excluded { conditions += " AND NOT \(having(excluded))" }
        if let phone = pattern.phone {
            conditions += " AND \(TicketSearch.hasPhone(values.count + 1, values.count + 2))"
            values += [.text(phone.hasCountryCode ? "+\(phone.digits)" : "%\(phone.digits)"), .text(phone.digits)]
        }
        values.append(.int(limit))
        // In SQLite, CROSS JOIN means that the keys are read first.
        return try connection.all(
            """
            SELECT \(TicketSearch.ticketColumns), n.name FROM ticket_name n
            CROSS JOIN ticket t
            WHERE t.event = $1 AND t.serial = n.serial AND n.event + 0 = $1 AND (n.name, n.serial) > ($2, $3) AND n.name < $4\(conditions)
            ORDER BY n.name, n.serial LIMIT $\(values.count)
            """, values
        ) { Match(key: $0.text(20), ticket: try Tickets.ticket($0)) }
    }

    /// A condition: the buyer of the ticket `t` or a guest on it has the typed phone number. A stored number with a
    /// country code must match `pattern`. A stored number without a country code may be shorter than the typed number:
    /// the typed digits must end with the digits of the stored number, without the leading zeros of the stored number.
    ///
    /// - Parameters:
    ///   - pattern: the placeholder of a LIKE pattern.
    ///   - digits: the placeholder of the typed digits.
    private static func hasPhone(_ pattern: Int, _ digits: Int) -> String {
        func isTyped(_ phone: String) -> String {
            "(\(phone) LIKE $\(pattern) OR \(phone) NOT LIKE '+%' AND $\(digits) LIKE '%' || ltrim(\(phone), '0'))"
        }
        return """
            (EXISTS (SELECT 1 FROM ticket_order b WHERE b.event = t.event AND b.number = t.ticket_order
                    AND \(isTyped("b.phone")))
                OR EXISTS (SELECT 1 FROM guest g WHERE g.event = t.event AND g.serial = t.serial
                    AND \(isTyped("g.phone"))))
            """
    }

    private static let ticketColumns = Tickets.columns(of: "t")
}
