import Cryptography
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
            let (ticket, isInvitation) = try work.lockedForResending(code, of: event)
            let current = try work.connection.events.with(number: event.number) ?? event
            guard !current.isOver(at: work.now) else { throw SalesError.eventOver }
            return try work.resend(ticket, asInvitation: isInvitation, of: current)
        }
    }
}

extension Event {
    fileprivate func isOver(at now: Instant) -> Bool { details.end.map { now >= $0 } ?? false }
}

/// The tickets whose notices `resendAll` is to queue again.
public struct ResendPlan: Sendable {
    /// The tickets that are issued and whose recipients have an address.
    public let codes: [TicketCode]
    /// The number of requested tickets that are not in `codes`.
    public let skipped: Int
    /// The different recipients.
    public let recipientCount: RecipientCount
}

extension TicketService {
    /// Finds the tickets whose notices can be queued again. Codes without a ticket are skipped.
    public func resendPlan(_ codes: [TicketCode], of event: Event) throws -> ResendPlan {
        try services.read(.showTickets, on: event) { connection in
            var found: [TicketCode] = []
            var recipients: Set<String> = []
            for ticket in try connection.tickets.all(codes.map(\.serial), of: event.number)
            where ticket.status == .issued {
                let guests = try connection.guests.with(serial: ticket.serial, of: event.number)
                let order = try ticket.sale.flatMap {
                    try connection.orders.with(number: $0.order, of: event.number)
                }
                let addresses =
                    guests.isEmpty
                    ? [ticket.email?.rawValue ?? order?.contact].compactMap(\.self)
                    : guests.compactMap { $0.details.email ?? $0.details.phone }
                guard !addresses.isEmpty else { continue }
                found.append(ticket.code)
                recipients.formUnion(addresses)
            }
            return ResendPlan(
                codes: found, skipped: codes.count - found.count,
                recipientCount: services.recipientCount(
                    recipients.count, phones: recipients.count { !$0.contains("@") }))
        }
    }

    /// Queues the notices about several tickets again, with the same effects as a call of `resend` for each ticket.
    /// Tickets that were cancelled since the plan was made are skipped. Each ticket has its own transaction.
    ///
    /// - Parameter request: the id of the request. If the request is repeated, perhaps by another process, the notices
    ///   that it has already queued are not queued again. Nil for a request without an id.
    /// - Returns: the number of tickets whose notices were queued.
    /// - Throws: before the first ticket, `ManagementError.tooManyRecipients` if the number of recipients must be
    ///   confirmed first (`allowingMessages`); `SalesError.eventOver`. If the event ends during the call, the remaining
    ///   notices are still queued.
    public func resendAll(_ plan: ResendPlan, of event: Event, request: String? = nil) throws -> Int {
        let current =
            try services.read(.resendTicket, on: event) { try $0.events.with(number: event.number) } ?? event
        guard !current.isOver(at: services.now()) else { throw SalesError.eventOver }
        try services.requireAllowance(
            forMessagesTo: plan.recipientCount.people, phones: plan.recipientCount.bySMS, .resendTicket, on: event)
        var queued = 0
        for code in plan.codes {
            do {
                let change = try request.map { try ChangeID(digest: SHA256.digest(Array("\($0) \(code)".utf8))) }
                if try resend(code, of: current, once: change) { queued += 1 }
            } catch ManagementError.notIssued, ManagementError.unreachable, ManagementError.alreadyDeleted {
                continue
            }
        }
        return queued
    }

    /// Queues the notice about a ticket again, unless an earlier call has done so and has recorded the change id
    /// `change`. Returns whether the notice was queued.
    private func resend(_ code: TicketCode, of event: Event, once change: ChangeID?) throws -> Bool {
        let services = change.map { self.services.withChangeID($0) } ?? self.services
        return try services.perform(.resendTicket, on: event) { work in
            let (ticket, isInvitation) = try work.lockedForResending(code, of: event)
            // A repeated request waits until the first request releases the lock of the ticket. It then finds here the
            // change that the first request has recorded.
            if let change, try work.connection.audit.isStoredDurably(change) { return false }
            _ = try work.resend(ticket, asInvitation: isInvitation, of: event)
            return true
        }
    }
}

extension UnitOfWork {
    /// Locks an issued ticket and, if it admits invited guests, first the guest list.
    ///
    /// - Throws: `ManagementError.unknownTicket`, or `notIssued`.
    fileprivate func lockedForResending(
        _ code: TicketCode, of event: Event
    ) throws -> (ticket: Ticket, isInvitation: Bool) {
        let isInvitation = try !connection.guests.with(serial: code.serial, of: event.number).isEmpty
        // Every transaction locks the guest list before tickets. This order prevents deadlocks.
        if isInvitation { _ = try lockedForGuestChanges(of: event) }
        guard let ticket = try connection.tickets.locked(serial: code.serial, of: event.number) else {
            throw ManagementError.unknownTicket(code)
        }
        guard ticket.status == .issued else { throw ManagementError.notIssued(code, ticket.status) }
        return (ticket, isInvitation)
    }

    /// Queues the notices about a locked ticket, and records their recipients.
    ///
    /// - Throws: `ManagementError.unreachable` if no recipient has an address.
    fileprivate func resend(_ ticket: Ticket, asInvitation isInvitation: Bool, of event: Event) throws -> ResentTicket {
        let recipients = isInvitation ? try resendInvitation(ticket, of: event) : try resend(ticket, of: event)
        guard !recipients.isEmpty else { throw ManagementError.unreachable(ticket.code) }
        try record(
            AuditSubject(.ticket, ticket.code), of: event.number,
            after: ["queued for": recipients.joined(separator: ", ")])
        return ResentTicket(ticket: ticket, recipients: recipients, kind: isInvitation ? .invitation : .ticketIssued)
    }

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
        var notices = InvitationNotices(
            self, of: event, subEvents: try connection.subEvents.all(of: event.number), isResending: true)
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
