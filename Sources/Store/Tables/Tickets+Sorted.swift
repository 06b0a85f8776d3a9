public import Ticketing

extension Tickets {
    /// The position of a ticket in a sorted list.
    public struct Position: Sendable {
        fileprivate let keys: [SQLValue]
    }

    /// The position of a ticket in a list; nil if the event has no ticket with this serial.
    public func position(of serial: Serial, at event: EventNumber, in query: TicketListQuery) throws -> Position? {
        let keys = query.sortOrder.keys
        return try connection.first(
            "SELECT \(keys.joined(separator: ", ")) FROM ticket WHERE event = $1 AND serial = $2",
            [.int(event.rawValue), .int(serial.rawValue)]
        ) { row in
            Position(
                keys: keys.indices.map { column in
                    column == 0 && query.column.isText ? .text(row.text(0)) : .integer(row.integer(column))
                })
        }
    }

    /// The tickets that follow a position in a list, in the order of the list; at most `limit`.
    public func page(
        of event: EventNumber, in query: TicketListQuery, after position: Position?, limit: Int
    ) throws -> [Ticket] {
        var (text, values) = selection(of: event, in: query, after: position, columns: Tickets.columns)
        values.append(.int(limit))
        text += " LIMIT $\(values.count)"
        return try connection.all(text, values, Tickets.ticket)
    }

    /// The serials of the first tickets of a list, in the order of the list; at most `limit`.
    public func serials(of event: EventNumber, in query: TicketListQuery, limit: Int) throws -> [Serial] {
        var (text, values) = selection(of: event, in: query, after: nil, columns: "serial")
        values.append(.int(limit))
        text += " LIMIT $\(values.count)"
        return try connection.all(text, values) { try $0.value(0) }
    }

    private func selection(
        of event: EventNumber, in query: TicketListQuery, after position: Position?, columns: String
    ) -> (text: String, values: [SQLValue]) {
        let order = query.sortOrder
        var conditions = ["event = $1"]
        var values: [SQLValue] = [.int(event.rawValue)]
        if let position {
            conditions.append(order.isAfter(placeholdersFrom: 2))
            values += position.keys
        }
        if !query.statuses.isEmpty { conditions.append("status IN (\(literals(query.statuses.map(\.rawValue))))") }
        if let type = query.type {
            values.append(.int(type.rawValue))
            conditions.append("type = $\(values.count)")
        }
        return (
            "SELECT \(columns) FROM ticket WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.text)",
            values
        )
    }
}

extension TicketListQuery {
    fileprivate var sortOrder: SortOrder {
        let keys =
            switch column {
            case .code: ["serial"]
            case .type: ["type", "serial"]
            case .holder: ["coalesce(folded_holder, '')", "serial"]
            case .status: ["status", "serial"]
            case .issued: ["issued_at", "serial"]
            }
        return SortOrder(keys: keys, isDescending: isDescending)
    }
}

extension TicketListQuery.Column {
    fileprivate var isText: Bool {
        switch self {
        case .holder, .status: true
        case .code, .type, .issued: false
        }
    }
}
