import Management
import Presentation
import TicketToken
import Ticketing
import WebHost

extension Routes {
    /// Links to tickets and invitations. A person who has a link can open the ticket or invitation without signing in.
    /// Links start with the request's base URL.
    static var linksAPI: [Route] {
        [
            API.list("/events/:event/tickets/links", .sell) { call, last, limit in
                let event = try call.event()
                let links = try call.links(of: event)
                let last = try last.flatMap { TicketCode(typed: $0) }.map {
                    try call.services.tickets.ticket($0, of: event)
                }
                return try call.services.tickets.tickets(of: event, matching: .all, after: last, limit: limit).map {
                    ($0.code.description, try links.json(ofActive: $0))
                }
            },
            API.get("/events/:event/tickets/:code/link", .sell) { call in
                let event = try call.event()
                let links = try call.links(of: event)
                return try links.json(ofActive: call.services.tickets.ticket(call.code(), of: event))
            },
            API.list("/events/:event/guests/links", .sell) { call, last, limit in
                let event = try call.event()
                let links = try call.links(of: event)
                return try call.services.guests.guests(of: event, after: last.flatMap { Int($0) }, limit: limit).map {
                    ("\($0.guest.number)", try call.json($0.guest, links, at: event))
                }
            },
            API.get("/events/:event/guests/:guest/link", .sell) { call in
                let event = try call.event()
                let links = try call.links(of: event)
                return try call.json(call.services.guests.guest(named: call.guest(), of: event).guest, links, at: event)
            },
        ]
    }
}

extension APIRequest {
    fileprivate func json(_ guest: Guest, _ links: TicketLinkJSON, at event: Event) throws -> JSON {
        let ticket = try guest.serial.map { try services.tickets.ticket(TicketCode($0), of: event) }
        return links.json(guest, try TicketLinkJSON.ifSigned { try links.invitation(with: ticket) })
    }
}

extension TicketLinkJSON {
    /// The ticket with its link as JSON. The link is null if the ticket is no longer valid, or if the issuer key that
    /// signs the ticket's token is missing.
    fileprivate func json(ofActive ticket: Ticket) throws -> JSON {
        json(ticket, try TicketLinkJSON.ifSigned { ticket.status.isActive ? try link(to: ticket) : nil })
    }

    fileprivate static func ifSigned(_ link: () throws -> String?) throws -> String? {
        do {
            return try link()
        } catch is SigningError {
            return nil
        }
    }
}
