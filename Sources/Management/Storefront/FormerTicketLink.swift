import Store
import TicketToken
import Ticketing

/// The reason why a link of a ticket was replaced by another link.
public enum TicketLinkReplacement: Sendable {
    /// The ticket was transferred to another person.
    case transferred
    /// The ticket was reissued, for example because it was lost.
    case reissued
}

extension Storefront {
    /// The reason why a link no longer opens its ticket. Nil if the link still opens the ticket, if it never opened the
    /// ticket, or if the key of the link is missing or retired.
    public func replacement(of link: TicketLink) throws -> TicketLinkReplacement? {
        try store.read { connection in
            guard let event = try connection.events.with(number: link.event)?.forVisitors,
                let ticket = try connection.tickets.with(serial: link.code.serial, of: event.number)
            else { return nil }
            let issues = try connection.tickets.earlierIssues(of: ticket.serial, at: event.number)
            let former = try issues.first { earlier in
                var former = ticket
                (former.issue, former.key) = (earlier.issue, earlier.key)
                return try link.isCurrentLink(former, of: event, ring)
            }
            // The secret of the link is checked first, because the search in the audit trail below is slow.
            guard let former else { return nil }
            let action = try connection.audit.action(replacing: former.issue, of: link.code, at: event.number)
            return action == Operation.transferTicket.rawValue ? .transferred : .reissued
        }
    }
}
