import Foundation
import Management
import Ticketing

/// What a search at a gate came to: the state of tickets, and no more. Who may come in is decided by a scan.
struct FoundTickets: Sendable {
    struct Found: Sendable {
        let ticket: Ticket
        let type: String
        /// People inside on it now.
        let inside: Int
    }

    /// What was looked for.
    let text: String
    let tickets: [Found]
    let hasMore: Bool

    /// - Parameter most: tickets that are shown.
    init(_ text: String, of event: Event, in office: Office, most: Int) throws {
        let text = text.trimmingCharacters(in: .whitespaces)
        // One more than is shown: then there are more.
        let found = try office.tickets(of: event, typed: text, limit: most + 1)
        let types = try office.ticketTypes(of: event)
        self.text = text
        hasMore = found.count > most
        tickets = try found.prefix(most).map { ticket in
            Found(
                ticket: ticket, type: types.first { $0.number == ticket.type }?.name ?? "\(ticket.type)",
                inside: try office.inside(on: ticket, of: event))
        }
    }

    init(text: String, tickets: [Found], hasMore: Bool) {
        self.text = text
        self.tickets = tickets
        self.hasMore = hasMore
    }
}

extension Office {
    /// Tickets by what people type into one field: a code, an e-mail address or the beginning of a name, and if that finds
    /// none, the beginning of a code.
    func tickets(of event: Event, typed text: String, limit: Int) throws -> [Ticket] {
        let queries = [TicketQuery(typed: text), .holder(text), TicketQuery.code(beginning: text)]
        for query in queries.compactMap(\.self) {
            let found = try tickets(of: event, matching: query, limit: limit)
            if !found.isEmpty { return found }
        }
        return []
    }
}
