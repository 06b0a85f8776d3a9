public import Ticketing

extension Orders {
    /// The position of an order in a sorted list.
    public struct Position: Sendable {
        fileprivate let keys: [SQLValue]
    }

    /// The position of an order in a list; nil if the event has no order with this number.
    public func position(of number: OrderNumber, at event: EventNumber, in query: OrderQuery) throws -> Position? {
        let order = query.sortOrder
        return try connection.first(
            "SELECT \(order.keys.joined(separator: ", ")) FROM ticket_order WHERE event = $1 AND number = $2",
            [.int(event.rawValue), .int(number.rawValue)]
        ) { row in
            Position(
                keys: order.keys.indices.map { column in
                    column == 0 && query.column.isText ? .text(row.text(0)) : .integer(row.integer(column))
                })
        }
    }

    /// The numbers of the orders that follow a position in a list, in the order of the list; at most `limit`.
    public func numbers(
        of event: EventNumber, in query: OrderQuery, after position: Position?, limit: Int
    ) throws -> [OrderNumber] {
        var (text, values) = selection(of: event, in: query, after: position, columns: "number")
        values.append(.int(limit))
        text += " LIMIT $\(values.count)"
        return try connection.all(text, values) { try $0.value(0) }
    }

    /// The numbers of the orders that follow a position in a list and match a search text; at most `limit`. Reads all
    /// orders of the list after the position, even if `limit` orders are found before its end.
    public func numbers(
        of event: EventNumber, in query: OrderQuery, matching search: OrderSearchText, after position: Position?,
        limit: Int
    ) throws -> [OrderNumber] {
        let (text, values) = selection(
            of: event, in: query, after: position, columns: "number, buyer, email, phone")
        var found: [OrderNumber] = []
        try connection.forEachRow(text, values) { row in
            guard found.count < limit else { return }
            let number: OrderNumber = try row.value(0)
            let buyer = Buyer(name: row.text(1), email: row.optionalText(2), phone: row.optionalText(3))
            if search.matches(number, buyer) { found.append(number) }
        }
        return found
    }

    /// The orders with the given numbers, with their lines, in the order of `numbers`. Missing orders are omitted.
    public func all(_ numbers: [OrderNumber], of event: EventNumber) throws -> [Order] {
        var found: [OrderNumber: Order] = [:]
        for part in SerialList.chunks(numbers) {
            let list = SerialList(orders: part, from: 2)
            let values = [.int(event.rawValue)] + list.values
            try connection.forEachRow(
                "SELECT \(Orders.selected) FROM ticket_order WHERE event = $1 AND number IN (\(list.placeholders))",
                values
            ) { row in
                let order = try Orders.order(row)
                found[order.number] = order
            }
            try connection.forEachRow(
                """
                SELECT type, count, price, admits, ticket_order FROM order_line
                WHERE event = $1 AND ticket_order IN (\(list.placeholders)) ORDER BY ticket_order, type
                """, values
            ) { row in
                let number: OrderNumber = try row.value(4)
                found[number]?.lines.append(
                    OrderLine(
                        type: try row.value(0), count: try row.number(1), price: Int64(try row.number(2)),
                        admits: try row.value(3)))
            }
        }
        return numbers.compactMap { found[$0] }
    }

    private func selection(
        of event: EventNumber, in query: OrderQuery, after position: Position?, columns: String
    ) -> (text: String, values: [SQLValue]) {
        let order = query.sortOrder
        // The index of creation times contains the expression `event + 0`, so the condition uses this expression. For
        // the other columns, the primary key finds the orders of the event.
        var conditions = [query.column == .created ? "event + 0 = $1" : "event = $1"]
        var values: [SQLValue] = [.int(event.rawValue)]
        if let position {
            conditions.append(order.isAfter(placeholdersFrom: 2))
            values += position.keys
        }
        if !query.statuses.isEmpty { conditions.append("status IN (\(literals(query.statuses.map(\.rawValue))))") }
        if !query.methods.isEmpty { conditions.append("method IN (\(literals(query.methods.map(\.rawValue))))") }
        return (
            "SELECT \(columns) FROM ticket_order WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.text)",
            values
        )
    }

    /// Sets `folded_buyer` in all orders, for stores that were created before this column existed.
    func backfillFoldedBuyers(_ progress: (Int) -> Void) throws {
        var last: (event: EventNumber, number: OrderNumber)?
        var count = 0
        while true {
            let page: [(event: EventNumber, number: OrderNumber, buyer: String)] = try connection.all(
                """
                SELECT event, number, buyer FROM ticket_order WHERE (event, number) > ($1, $2)
                ORDER BY event, number LIMIT 5000
                """, [.int(last?.event.rawValue ?? 0), .int(last?.number.rawValue ?? 0)]
            ) { (try $0.value(0), try $0.value(1), $0.text(2)) }
            guard let end = page.last else { return }
            try connection.execute(
                "UPDATE ticket_order SET folded_buyer = $1 WHERE event = $2 AND number = $3",
                rows: page.map { [.text($0.buyer.folded), .int($0.event.rawValue), .int($0.number.rawValue)] })
            count += page.count
            progress(count)
            last = (end.event, end.number)
        }
    }
}

/// The raw values of an enumeration as a list of SQL literals.
func literals(_ values: [String]) -> String { values.sorted().map { "'\($0)'" }.joined(separator: ", ") }

extension OrderQuery {
    fileprivate var sortOrder: SortOrder {
        let keys =
            switch column {
            case .number: ["number"]
            case .buyer: ["folded_buyer", "created", "number"]
            case .tickets: ["tickets", "created", "number"]
            case .total: ["total", "created", "number"]
            case .status: ["status", "created", "number"]
            case .method: ["coalesce(method, '')", "created", "number"]
            case .created: ["created", "number"]
            case .paid: ["coalesce(paid, 0)", "created", "number"]
            }
        return SortOrder(keys: keys, isDescending: isDescending)
    }
}

extension OrderQuery.Column {
    fileprivate var isText: Bool {
        switch self {
        case .buyer, .status, .method: true
        case .number, .tickets, .total, .created, .paid: false
        }
    }
}
