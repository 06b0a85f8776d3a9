public import Ticketing

extension Notices {
    /// For each address, the last sent notice of the given kinds about an event. Addresses without such a notice are
    /// omitted.
    public func lastSent(
        to addresses: [String], about event: EventNumber, of kinds: [Notice.Kind]
    ) throws -> [String: Notice] {
        var last: [String: Notice] = [:]
        let allowed = TextList(kinds.map(\.rawValue), from: 2)
        for part in TextList.chunks(addresses) {
            let recipients = TextList(part, from: 2 + kinds.count)
            // The plus sign keeps SQLite from using an index that begins with the event. An index that begins with the
            // recipient finds fewer rows.
            try connection.forEachRow(
                """
                SELECT \(Notices.columns) FROM notice
                WHERE +event = $1 AND kind IN (\(allowed.placeholders)) AND recipient IN (\(recipients.placeholders))
                    AND sent IS NOT NULL
                """, [.int(event.rawValue)] + allowed.values + recipients.values
            ) { row in
                let notice = try Notices.notice(row)
                if let known = last[notice.recipient]?.delivery.sent, let sent = notice.delivery.sent, known > sent {
                    return
                }
                last[notice.recipient] = notice
            }
        }
        return last
    }
}

extension MessageRecipients {
    /// The suppressed addresses among `addresses`. No messages are sent to a suppressed address, for example because a
    /// message to it came back.
    public func suppressed(among addresses: [String]) throws -> Set<String> {
        var found: Set<String> = []
        for part in TextList.chunks(addresses) {
            let list = TextList(part, from: 1)
            try connection.forEachRow(
                "SELECT address FROM message_recipient WHERE address IN (\(list.placeholders)) AND suppressed IS NOT NULL",
                list.values
            ) { found.insert($0.text(0)) }
        }
        return found
    }
}

extension Orders {
    /// The buyers of tickets. If the link to confirm an order was not sent to the buyer's e-mail address, the buyer is
    /// returned without this address (`Order.confirmedBuyer`). Tickets without an order are omitted.
    public func buyers(of serials: [Serial], at event: EventNumber) throws -> [Serial: Buyer] {
        let columns = Buyer.columns.map { "o.\($0)" }.joined(separator: ", ")
        var buyers: [Serial: Buyer] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            try connection.forEachRow(
                """
                SELECT t.serial, o.confirm_address, \(columns) FROM ticket t
                JOIN ticket_order o ON o.event = t.event AND o.number = t.ticket_order
                WHERE t.event = $1 AND t.serial IN (\(list.placeholders))
                """, [.int(event.rawValue)] + list.values
            ) { row in
                var buyer = Buyer.blank
                try buyer.read(row, from: 2)
                buyers[try row.value(0)] = buyer.normalized.confirmed(at: row.optionalText(1))
            }
        }
        return buyers
    }
}

extension Guests {
    /// The guests that tickets admit, sorted by number. Tickets without guests are omitted.
    public func all(on serials: [Serial], of event: EventNumber) throws -> [Serial: [Guest]] {
        var guests: [Serial: [Guest]] = [:]
        for part in SerialList.chunks(serials) {
            let list = SerialList(part, from: 2)
            try connection.forEachRow(
                """
                SELECT \(Guests.columns) FROM guest WHERE event = $1 AND serial IN (\(list.placeholders))
                ORDER BY number
                """, [.int(event.rawValue)] + list.values
            ) { row in
                let guest = try Guests.guest(row)
                if let serial = guest.serial { guests[serial, default: []].append(guest) }
            }
        }
        return guests
    }
}

private struct TextList {
    private static let maximumCount = 500

    let placeholders: String
    let values: [SQLValue]

    /// - Parameters:
    ///   - texts: at least one text.
    ///   - first: the number of the first placeholder.
    init(_ texts: [String], from first: Int) {
        placeholders = texts.indices.map { "$\(first + $0)" }.joined(separator: ", ")
        values = texts.map { .text($0) }
    }

    /// Splits a list of texts into parts, so that each part fits into one statement.
    static func chunks(_ texts: [String]) -> [[String]] {
        stride(from: 0, to: texts.count, by: maximumCount).map {
            Array(texts[$0..<min($0 + maximumCount, texts.count)])
        }
    }
}
