import Store
public import Ticketing

/// Tickets by what people type into one field: a code, an e-mail address or the beginning of a name, and if that finds
/// none, the beginning of a code.
enum TypedSearch {
    static func tickets(
        _ text: String, of event: EventNumber, limit: Int, _ connection: any StoreConnection
    ) throws -> [Ticket] {
        let queries = [TicketQuery(typed: text), .holder(text), TicketQuery.code(beginning: text)]
        for query in queries.compactMap(\.self) {
            let found = try connection.ticketSearch.page(of: event, matching: query, after: nil, limit: limit)
            if !found.isEmpty { return found }
        }
        return []
    }
}

extension Office {
    /// At most `limit` tickets by what people type into one field: a code, an e-mail address or the beginning of a name,
    /// and if that finds none, the beginning of a code.
    public func tickets(of event: Event, typed text: String, limit: Int) throws -> [Ticket] {
        try look(.showTickets, on: event) { try TypedSearch.tickets(text, of: event.number, limit: limit, $0) }
    }
}

extension OpenPack {
    /// As `Office.tickets(of:typed:limit:)`; names are there only when the pack has them.
    public func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try store.read { try TypedSearch.tickets(text, of: event.number, limit: limit, $0) }
    }
}
