import Store
public import Ticketing

/// A ticket whose notice was queued again, and the recipients of that notice.
public struct ResentTicket: Sendable {
    public let ticket: Ticket
    /// The recipients' e-mail addresses, or telephone numbers of recipients without an e-mail address.
    public let recipients: [String]
    /// The kind of the notice.
    public let kind: Notice.Kind
}

extension TicketService {
    /// Queues the notice about an issued ticket again. The recipient is the holder, or the buyer if the holder has no
    /// address. For a ticket of invited guests, each of these guests gets a notice about the invitation.
    ///
    /// - Throws: `ManagementError.notIssued` if the ticket is blocked, cancelled or refunded; `unreachable` if no
    ///   recipient has an address; `SalesError.eventOver`.
    public func resend(_ code: TicketCode, of event: Event) throws -> ResentTicket {
        try services.perform(.resendTicket, on: event) { work in
            let connection = work.connection
            let isInvitation = try !connection.guests.with(serial: code.serial, of: event.number).isEmpty
            // Every transaction locks the guest list before tickets. This order prevents deadlocks.
            if isInvitation { _ = try work.lockedForGuestChanges(of: event) }
            guard let ticket = try connection.tickets.locked(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            guard ticket.status == .issued else { throw ManagementError.notIssued(code, ticket.status) }
            let current = try connection.events.with(number: event.number) ?? event
            if let end = current.details.end, work.now >= end { throw SalesError.eventOver }
            let recipients =
                isInvitation ? try work.resendInvitation(ticket, of: current) : try work.resend(ticket, of: current)
            guard !recipients.isEmpty else { throw ManagementError.unreachable(code) }
            try work.record(
                AuditSubject(.ticket, code), of: event.number, after: ["queued for": recipients.joined(separator: ", ")]
            )
            return ResentTicket(
                ticket: ticket, recipients: recipients, kind: isInvitation ? .invitation : .ticketIssued)
        }
    }
}

extension UnitOfWork {
    /// Queues a notice about a ticket to its holder, or to the buyer if the holder has no address. Returns the
    /// recipient's address, or an empty array if neither the holder nor the buyer has an address.
    ///
    /// - Parameter ticket: the ticket, which must be locked, so that two concurrent notices do not get the same
    ///   `uniqueCause`.
    fileprivate func resend(_ ticket: Ticket, of event: Event) throws -> [String] {
        let order = try ticket.sale.flatMap { try connection.orders.with(number: $0.order, of: event.number) }
        guard let recipient = ticket.email?.rawValue ?? order?.contact else {
            return []
        }
        try notify(
            recipient, .ticketIssued, of: event.number,
            payload: ["ticket": ticket.code.description, "title": event.details.title],
            uniqueCause: "\(ticket.code)/\(try uniqueCause)")
        return [recipient]
    }

    /// Queues a notice to each guest of a ticket, if the guest is invited and has an e-mail address or a telephone
    /// number. Returns these addresses and numbers.
    ///
    /// - Parameter ticket: the ticket. The ticket and the guest list must be locked.
    fileprivate func resendInvitation(_ ticket: Ticket, of event: Event) throws -> [String] {
        var notices = InvitationNotices(self, of: event, subEvents: try connection.subEvents.all(of: event.number))
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
