import Store
public import Ticketing

/// Searches tickets by the text of a single search field. The text can have several meanings, such as a code or a name
/// (`TicketQuery.interpretations`). The search tries one meaning after another until it finds tickets.
enum TicketTextSearch {
    static func tickets(
        _ text: String, of event: EventNumber, after last: Ticket? = nil, limit: Int, _ connection: any StoreConnection
    ) throws -> [Ticket] {
        for query in TicketQuery.interpretations(typed: text) {
            let found = try connection.ticketSearch.page(of: event, matching: query, after: nil, limit: limit)
            guard found.isEmpty else {
                return last == nil
                    ? found : try connection.ticketSearch.page(of: event, matching: query, after: last, limit: limit)
            }
        }
        return []
    }
}

extension TicketService {
    /// At most `limit` tickets that match typed text and follow the ticket `last`. If `last` is nil, the result begins
    /// with the first match. The text can be a code or its beginning, an e-mail address, an order number, words from
    /// the name of a holder, guest or buyer, or the phone number of a buyer or guest (complete, or the last 4 to 6
    /// digits).
    public func tickets(of event: Event, typed text: String, after last: Ticket? = nil, limit: Int) throws -> [Ticket] {
        try services.read(.showTickets, on: event) {
            try TicketTextSearch.tickets(text, of: event.number, after: last, limit: limit, $0)
        }
    }

    /// The names of the guests whom tickets admit; tickets without guests are omitted.
    public func guestNames(on tickets: [Ticket], of event: Event) throws -> [Serial: [String]] {
        try services.read(.showTickets, on: event) { try $0.guests.names(on: tickets.map(\.serial), of: event.number) }
    }
}

extension OpenGatePack {
    /// Searches tickets in the same way as `TicketService.tickets(of:typed:after:limit:)`. Names are searched only if
    /// the gate pack contains names. The last digits of phone numbers are searched only if the pack contains hashes of
    /// these digits.
    public func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try store.read { try TicketTextSearch.tickets(text, of: event.number, limit: limit, $0) }
    }

    /// The names of the guests whom tickets admit; tickets without guests are omitted. The result is empty if the pack
    /// contains no names.
    public func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]] {
        guard pack.includesHolderNames else { return [:] }
        return try store.read { try $0.guests.names(on: tickets.map(\.serial), of: event.number) }
    }
}
