import Management
import Presenting
import TicketToken
import Ticketing

extension Routes {
    /// Links that open tickets and invitations to whoever has them, by the address that the program asks by.
    static var linksAPI: [Route] {
        [
            API.list("/events/:event/tickets/links", .sell) { call, last, limit in
                let event = try call.event()
                let links = try call.links(of: event)
                let last = try last.flatMap { TicketCode(typed: $0) }.map { try call.office.ticket($0, of: event) }
                return try call.office.tickets(of: event, matching: .all, after: last, limit: limit).map {
                    ($0.code.description, try links.json(ofStanding: $0))
                }
            },
            API.get("/events/:event/tickets/:code/link", .sell) { call in
                let event = try call.event()
                let links = try call.links(of: event)
                return try links.json(ofStanding: call.office.ticket(call.code(), of: event))
            },
            API.list("/events/:event/guests/links", .sell) { call, last, limit in
                let event = try call.event()
                let links = try call.links(of: event)
                return try call.office.guests(of: event, after: last.flatMap { Int($0) }, limit: limit).map {
                    ("\($0.guest.number)", try call.json($0.guest, links, at: event))
                }
            },
            API.get("/events/:event/guests/:guest/link", .sell) { call in
                let event = try call.event()
                let links = try call.links(of: event)
                return try call.json(call.office.guest(named: call.guest(), of: event).guest, links, at: event)
            },
        ]
    }
}

extension APICall {
    fileprivate func json(_ guest: Guest, _ links: LinkView, at event: Event) throws -> JSON {
        let ticket = try guest.serial.map { try office.ticket(TicketCode($0), of: event) }
        return links.json(guest, try LinkView.ifSigned { try links.invitation(with: ticket) })
    }
}

extension LinkView {
    /// A ticket that has ended has no link, nor has one whose key is not here any more.
    fileprivate func json(ofStanding ticket: Ticket) throws -> JSON {
        json(ticket, try LinkView.ifSigned { ticket.status.stands ? try link(to: ticket) : nil })
    }

    fileprivate static func ifSigned(_ link: () throws -> String?) throws -> String? {
        do {
            return try link()
        } catch is SigningError {
            return nil
        }
    }
}
