public import Ticketing

extension Orders {
    /// The events that have an order with this number.
    public func events(withOrder number: OrderNumber, among events: [EventNumber]) throws -> [EventNumber] {
        try connection.selectEvents(
            among: events, having: "SELECT event FROM ticket_order WHERE number = $1", .int(number.rawValue))
    }

    /// The numbers of the orders that match a search text, among the newest orders of an event; the newest first.
    ///
    /// - Parameter count: the number of orders to read.
    public func numbers(
        amongNewest count: Int, of event: EventNumber, matching search: OrderSearchText
    ) throws -> [OrderNumber] {
        var found: [OrderNumber] = []
        // The index of creation times contains the expression `event + 0`, so the condition uses this expression.
        try connection.forEachRow(
            """
            SELECT number, buyer, email, phone FROM ticket_order WHERE event + 0 = $1
            ORDER BY created DESC, number DESC LIMIT $2
            """, [.int(event.rawValue), .int(count)]
        ) { row in
            let number: OrderNumber = try row.value(0)
            let buyer = Buyer(name: row.text(1), email: row.optionalText(2), phone: row.optionalText(3))
            if search.matches(number, buyer) { found.append(number) }
        }
        return found
    }
}

extension Tickets {
    /// The events that have a ticket with this serial.
    public func events(withTicket serial: Serial, among events: [EventNumber]) throws -> [EventNumber] {
        try connection.selectEvents(
            among: events, having: "SELECT event FROM ticket WHERE serial = $1", .int(serial.rawValue))
    }
}

extension StoreConnection {
    /// The events among `events` that have a row with the key `key` in a table.
    ///
    /// - Parameters:
    ///   - statement: an SQL statement that reads the column `event` of all rows with the key `$1`.
    fileprivate func selectEvents(
        among events: [EventNumber], having statement: StaticString, _ key: SQLValue
    ) throws -> [EventNumber] {
        var found: [EventNumber] = []
        for part in SerialList.chunks(events) {
            let list = SerialList(events: part, from: 2)
            let rows: [EventNumber] = try all(
                "\(statement) AND event IN (\(list.placeholders))", [key] + list.values
            ) { try $0.value(0) }
            found += rows
        }
        return found
    }
}
