import Management
package import TicketToken
package import Ticketing

/// Links to a server's pages for ticket holders and invited guests.
package struct TicketLinkJSON {
    private let event: Event
    private let ring: KeyRing
    /// The base URL without a trailing slash.
    private let base: String

    package init(event: Event, ring: KeyRing, base: String) {
        self.event = event
        self.ring = ring
        self.base = base
    }

    /// The link to a ticket's page.
    ///
    /// - Throws: `SigningError` if the ticket's key is retired or missing from the ring.
    package func link(to ticket: Ticket) throws -> String {
        "\(base)/t/\(try TicketLink(to: ticket, of: event, ring).path)"
    }

    /// The link to a guest's invitation; nil if the guest has no ticket.
    ///
    /// - Parameter ticket: the guest's ticket; nil if the guest has no ticket.
    /// - Throws: the same error as `link(to:)`.
    package func invitation(with ticket: Ticket?) throws -> String? {
        try ticket.map { "\(base)/i/\(try TicketLink(to: $0, of: event, ring).path)" }
    }

    package func json(_ ticket: Ticket, _ link: String?) -> JSON {
        .object([
            ("code", .string("\(ticket.code)")), ("holder", .optional(ticket.holder)), ("link", .optional(link)),
        ])
    }

    package func json(_ guest: Guest, _ link: String?) -> JSON {
        .object([("guest", .int(guest.number)), ("name", .string(guest.name)), ("link", .optional(link))])
    }
}
