import Store
public import Ticketing

extension TicketService {
    /// At most `limit` tickets of a list that follow the ticket `last`. If the value by which `last` is sorted changes
    /// between two pages, the second page begins after the new position of `last`.
    ///
    /// - Parameter last: nil to begin with the first ticket of the list.
    /// - Throws: `ManagementError.unknownTicket` if there is no ticket with the code `last`.
    public func tickets(
        of event: Event, in query: TicketListQuery, after last: TicketCode? = nil, limit: Int
    ) throws -> [Ticket] {
        try services.read(.showTickets, on: event) { connection in
            let position = try last.map { last in
                guard let position = try connection.tickets.position(of: last.serial, at: event.number, in: query)
                else {
                    throw ManagementError.unknownTicket(last)
                }
                return position
            }
            return try connection.tickets.page(of: event.number, in: query, after: position, limit: limit)
        }
    }

    /// The codes of the first tickets of a list, or of the tickets that match a text.
    ///
    /// - Parameters:
    ///   - text: the text that the tickets must match; nil to list all tickets. The tickets that match a text are
    ///     sorted as in a search, and the query is ignored.
    ///   - limit: the maximum number of codes. Without a limit, at most 1,000,000 tickets that match a text are read.
    public func codes(
        of event: Event, in query: TicketListQuery, typed text: String? = nil, limit: Int = .max
    ) throws -> [TicketCode] {
        try services.read(.showTickets, on: event) { connection in
            if let text {
                return try TicketTextSearch.tickets(text, of: event.number, limit: min(limit, 1_000_000), connection)
                    .map(\.code)
            }
            return try connection.tickets.serials(of: event.number, in: query, limit: limit).map { TicketCode($0) }
        }
    }

    /// Passes tickets to a closure one by one, in the order of `codes`. All tickets are read from one snapshot of the
    /// store. Codes without a ticket are skipped.
    public func forEachTicket(_ codes: [TicketCode], of event: Event, _ body: (Ticket) throws -> Void) throws {
        try services.read(.showTickets, on: event) { connection in
            for start in stride(from: 0, to: codes.count, by: 1000) {
                let part = codes[start..<min(start + 1000, codes.count)].map(\.serial)
                try connection.tickets.all(part, of: event.number).forEach(body)
            }
        }
    }
}
