public import Ticketing

extension Notices {
    /// The notices of one event, or of all events of an organizer.
    public enum Scope: Sendable {
        case event(EventNumber)
        case organizer(OrganizerNumber)

        fileprivate var column: String {
            switch self {
            case .event: "event"
            case .organizer: "organizer"
            }
        }

        fileprivate var value: SQLValue {
            switch self {
            case .event(let number): .int(number.rawValue)
            case .organizer(let number): .int(number.rawValue)
            }
        }
    }

    /// The position of a notice in a sorted list.
    public struct Position: Sendable {
        fileprivate let keys: [SQLValue]
    }

    /// The position of a notice in a list; nil if there is no notice with this key.
    public func position(of key: String, in scope: Scope, _ query: NoticeQuery) throws -> Position? {
        let order = query.sortOrder
        return try connection.first(
            "SELECT \(order.keys.joined(separator: ", ")) FROM notice WHERE notice_key = $1 AND +\(scope.column) = $2",
            [.text(key), scope.value]
        ) { row in
            Position(
                keys: order.keys.enumerated().map { column, name in
                    name == NoticeQuery.Column.created.rawValue
                        ? .integer(row.integer(column)) : .text(row.text(column))
                })
        }
    }

    /// The keys of the notices that follow a position in a list, in the order of the list; at most `limit`.
    public func keys(
        in scope: Scope, _ query: NoticeQuery, after position: Position?, limit: Int
    ) throws -> [String] {
        let states = query.states.map(\.rawValue).sorted()
        guard query.column == .created else {
            return try listed(states, in: scope, query, after: position, limit: limit).map(\.key)
        }
        // The indexes sort the notices of one state by time, so there is one query for each state.
        let found = try states.flatMap { try listed([$0], in: scope, query, after: position, limit: limit) }
        let sorted = found.sorted { first, second in
            let (one, other) = query.isDescending ? (second, first) : (first, second)
            // The keys are compared byte by byte, as in the store.
            return one.created == other.created
                ? one.key.utf8.lexicographicallyPrecedes(other.key.utf8) : one.created < other.created
        }
        return sorted.prefix(limit).map(\.key)
    }

    /// The notices with the given keys, in the order of `keys`. Missing notices are omitted.
    public func all(_ keys: [String], in scope: Scope) throws -> [Notice] {
        var found: [String: Notice] = [:]
        for part in SerialList.chunks(keys) {
            let list = SerialList(notices: part, from: 2)
            // The plus sign makes SQLite find the notices by their keys, and not read all notices of the event.
            try connection.forEachRow(
                """
                SELECT \(Notices.columns) FROM notice
                WHERE +\(scope.column) = $1 AND notice_key IN (\(list.placeholders))
                """, [scope.value] + list.values
            ) { row in
                let notice = try Notices.notice(row)
                found[notice.key] = notice
            }
        }
        return keys.compactMap { found[$0] }
    }

    private struct Listed {
        let key: String
        let created: Int64
    }

    private func listed(
        _ states: [String], in scope: Scope, _ query: NoticeQuery, after position: Position?, limit: Int
    ) throws -> [Listed] {
        guard !states.isEmpty else { return [] }
        let order = query.sortOrder
        var conditions = ["\(scope.column) = $1", "state IN (\(literals(states)))"]
        var values = [scope.value]
        if let position {
            conditions.append(order.isAfter(placeholdersFrom: 2))
            values += position.keys
        }
        if !query.kinds.isEmpty { conditions.append("kind IN (\(literals(query.kinds.map(\.rawValue))))") }
        values.append(.int(limit))
        return try connection.all(
            """
            SELECT notice_key, created FROM notice WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(order.text) LIMIT $\(values.count)
            """, values
        ) { Listed(key: $0.text(0), created: $0.integer(1)) }
    }
}

extension NoticeQuery {
    fileprivate var sortOrder: SortOrder {
        let keys = column == .created ? ["created", "notice_key"] : [column.rawValue, "created", "notice_key"]
        return SortOrder(keys: keys, isDescending: isDescending)
    }
}
