import Foundation
import Management
import Presenting
import Ticketing

/// The result of a ticket search at a gate. It shows each ticket's state; only a scan decides about admission.
struct TicketSearchResult: Sendable {
    struct Match: Sendable {
        let ticket: Ticket
        let type: String
        /// The name to show (`DuplicateNameText`).
        let name: String?
        /// The people on the ticket, as counted at this gate.
        let people: PeopleOnTicket
    }

    /// The search text.
    let text: String
    let tickets: [Match]
    let hasMore: Bool

    /// - Parameters:
    ///   - function: the gate's sub-event; nil for an event without sub-events.
    ///   - most: the maximum number of results.
    init(_ text: String, in books: any GateDataSource, at function: EventFunction?, most: Int) throws {
        let text = text.trimmingCharacters(in: .whitespaces)
        // An extra result means that the search found more than `most`.
        let found = try books.tickets(typed: text, limit: most + 1)
        let types = try books.ticketTypes()
        let names = DuplicateNameText(found, guests: try books.guestNames(on: found))
        self.text = text
        hasMore = found.count > most
        tickets = try found.prefix(most).map { ticket in
            Match(
                ticket: ticket, type: types.first { $0.number == ticket.type }?.name ?? "\(ticket.type)",
                name: names.text(ticket), people: try books.people(on: ticket, at: function?.number))
        }
    }

    init(text: String, tickets: [Match], hasMore: Bool) {
        self.text = text
        self.tickets = tickets
        self.hasMore = hasMore
    }
}
