public import Ticketing

extension StoreConnection {
    public var ticketSearch: TicketSearch { TicketSearch(connection: self) }
}

/// Finding tickets of an event by what people say at a desk; every search runs along one index.
public struct TicketSearch {
    let connection: any StoreConnection

    /// Greater than whatever may follow the beginning that is searched for, in the order of bytes.
    private static let last = "\u{10FFFF}"

    /// At most `limit` tickets that match, those after one of them; by serial, or by what was searched and then serial.
    public func page(
        of event: EventNumber, matching query: TicketQuery, after last: Ticket?, limit: Int
    ) throws -> [Ticket] {
        switch query {
        case .all: try connection.tickets.page(of: event, after: last?.serial, limit: limit)
        case .code(let serials): try page(of: event, within: serials, after: last, limit: limit)
        case .holder(let beginning):
            try page(
                "folded_holder", of: event, from: beginning.folded, after: last.map { ($0.holder?.folded, $0.serial) },
                limit: limit)
        case .email(let beginning):
            try page(
                "email", of: event, from: beginning.lowercased(), after: last.map { ($0.email?.rawValue, $0.serial) },
                limit: limit)
        }
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

    /// - Parameter column: one of the indexed ones; not from outside.
    private func page(
        _ column: StaticString, of event: EventNumber, from beginning: String, after last: (String?, Serial)?,
        limit: Int
    ) throws -> [Ticket] {
        try connection.all(
            """
            SELECT \(Tickets.columns) FROM ticket
            WHERE event = $1 AND (\(column), serial) > ($2, $3) AND \(column) < $4
            ORDER BY \(column), serial LIMIT $5
            """,
            [
                .int(event.rawValue), .text(last?.0 ?? beginning), .int(last?.1.rawValue ?? 0),
                .text(beginning + TicketSearch.last), .int(limit),
            ], Tickets.ticket)
    }
}
