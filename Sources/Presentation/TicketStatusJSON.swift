package import Ticketing

/// A ticket's status and the number of people inside who were admitted on the ticket, as JSON.
package struct TicketStatusJSON {
    private let ticket: Ticket
    private let inside: Int

    package init(ticket: Ticket, inside: Int) {
        self.ticket = ticket
        self.inside = inside
    }

    package var json: JSON {
        .object([
            ("code", .string(ticket.code.description)), ("status", .string(ticket.status.rawValue)),
            ("inside", .int(inside)),
        ])
    }
}
