import Store
public import Ticketing

/// Tickets by what people type into one field: the first of its meanings that finds any (`TicketQuery.meanings`).
enum TypedSearch {
    static func tickets(
        _ text: String, of event: EventNumber, after last: Ticket? = nil, limit: Int, _ connection: any StoreConnection
    ) throws -> [Ticket] {
        for query in TicketQuery.meanings(typed: text) {
            let found = try connection.ticketSearch.page(of: event, matching: query, after: nil, limit: limit)
            guard found.isEmpty else {
                return last == nil
                    ? found : try connection.ticketSearch.page(of: event, matching: query, after: last, limit: limit)
            }
        }
        return []
    }
}

extension Office {
    /// At most `limit` tickets by what people type into one field, those after one of them: a code or its beginning, an
    /// e-mail address, the number of an order, or words of the names of holders, guests and buyers.
    public func tickets(of event: Event, typed text: String, after last: Ticket? = nil, limit: Int) throws -> [Ticket] {
        try look(.showTickets, on: event) {
            try TypedSearch.tickets(text, of: event.number, after: last, limit: limit, $0)
        }
    }

    /// The names of the guests whom tickets let in; tickets without guests are left out.
    public func guestNames(on tickets: [Ticket], of event: Event) throws -> [Serial: [String]] {
        try look(.showTickets, on: event) { try $0.guests.names(on: tickets.map(\.serial), of: event.number) }
    }
}

extension OpenPack {
    /// As `Office.tickets(of:typed:limit:)`; names are there only when the pack has them.
    public func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try store.read { try TypedSearch.tickets(text, of: event.number, limit: limit, $0) }
    }

    /// As `Office.guestNames(on:of:)`; a pack without names has none.
    public func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]] {
        guard pack.showsNames else { return [:] }
        return try store.read { try $0.guests.names(on: tickets.map(\.serial), of: event.number) }
    }
}
