import Store
public import Ticketing

/// A ticket, and who hears of it once more.
public struct ResentTicket: Sendable {
    public let ticket: Ticket
    /// E-mail addresses, and telephone numbers of those who have none.
    public let recipients: [String]
}

extension Office {
    /// Puts the notice of a ticket into the outbox once more, as the ticket is now: for its holder, or else for who bought
    /// it; of an invitation, for each of its guests. The ticket stays as it is.
    ///
    /// - Throws: `ManagementError.notIssued` for one that opens no gate; `unreachable`; `SalesError.over`.
    public func resend(_ code: TicketCode, of event: Event) throws -> ResentTicket {
        try perform(.resendTicket, on: event) { work in
            let connection = work.connection
            let isInvitation = try !connection.guests.with(serial: code.serial, of: event.number).isEmpty
            // Guest lists come before tickets in the order of locks.
            if isInvitation { _ = try work.lockedGuests(of: event) }
            guard let ticket = try connection.tickets.locked(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            guard ticket.status == .issued else { throw ManagementError.notIssued(code, ticket.status) }
            let current = try connection.events.with(number: event.number) ?? event
            if let end = current.details.end, work.now >= end { throw SalesError.over }
            let recipients =
                isInvitation ? try work.resendInvitation(ticket, of: current) : try work.resend(ticket, of: current)
            guard !recipients.isEmpty else { throw ManagementError.unreachable(code) }
            try work.record(
                AuditSubject(.ticket, code), of: event.number, after: ["queued for": recipients.joined(separator: ", ")]
            )
            return ResentTicket(ticket: ticket, recipients: recipients)
        }
    }
}

extension Work {
    /// - Parameter ticket: kept from others, so that each time has a cause of its own.
    fileprivate func resend(_ ticket: Ticket, of event: Event) throws -> [String] {
        let buyer = try ticket.sale.flatMap { try connection.orders.with(number: $0.order, of: event.number)?.buyer }
        guard let recipient = ticket.email?.rawValue ?? buyer?.email?.rawValue ?? buyer?.phone?.rawValue else {
            return []
        }
        try notify(
            recipient, .ticketIssued, of: event.number,
            payload: ["ticket": ticket.code.description, "title": event.details.title],
            cause: "\(ticket.code)/\(try cause)")
        return [recipient]
    }

    /// Tells the guests of a code who are invited somewhere, where they can be reached.
    ///
    /// - Parameter ticket: kept from others, as is the guest list.
    fileprivate func resendInvitation(_ ticket: Ticket, of event: Event) throws -> [String] {
        var notices = InvitationNotices(self, of: event, functions: try connection.functions.all(of: event.number))
        var recipients: Set<String> = []
        for guest in try connection.guests.with(serial: ticket.serial, of: event.number) {
            guard let recipient = guest.details.email ?? guest.details.phone,
                try !connection.invitations.all(ofGuest: guest.number, event: event.number).isEmpty
            else { continue }
            try notices.add(guest)
            recipients.insert(recipient)
        }
        try notices.send()
        return recipients.sorted()
    }
}
