package import Ticketing

/// Whether a ticket opens gates now, and how many people it has inside, in JSON.
package struct TicketStatusView {
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
