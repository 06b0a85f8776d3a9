import Foundation
import Management
import Presenting
import Ticketing

/// What a search at a gate came to: the state of tickets, and no more. Who may come in is decided by a scan.
struct FoundTickets: Sendable {
    struct Found: Sendable {
        let ticket: Ticket
        let type: String
        /// Whose it is (`FoundNames`).
        let name: String?
        /// At the gate that looks for it.
        let people: PeopleOnTicket
    }

    /// What was looked for.
    let text: String
    let tickets: [Found]
    let hasMore: Bool

    /// - Parameters:
    ///   - function: that the gate serves; nil at an event without functions.
    ///   - most: tickets that are shown.
    init(_ text: String, in books: any GateBooks, at function: EventFunction?, most: Int) throws {
        let text = text.trimmingCharacters(in: .whitespaces)
        // One more than is shown: then there are more.
        let found = try books.tickets(typed: text, limit: most + 1)
        let types = try books.ticketTypes()
        let names = FoundNames(found, guests: try books.guestNames(on: found))
        self.text = text
        hasMore = found.count > most
        tickets = try found.prefix(most).map { ticket in
            Found(
                ticket: ticket, type: types.first { $0.number == ticket.type }?.name ?? "\(ticket.type)",
                name: names.text(ticket), people: try books.people(on: ticket, at: function?.number))
        }
    }

    init(text: String, tickets: [Found], hasMore: Bool) {
        self.text = text
        self.tickets = tickets
        self.hasMore = hasMore
    }
}
