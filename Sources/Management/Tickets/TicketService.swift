import Store
public import TicketToken
public import Ticketing

extension Ticket {
    /// The claims of the ticket's token.
    public func claims(of event: Event) -> TicketClaims {
        TicketClaims(
            suite: event.suite, key: key, event: self.event, serial: serial, type: type, admits: admits, issue: issue,
            window: window)
    }
}

/// Tickets: issuing, finding, editing, blocking, cancelling, transferring and reissuing them.
public struct TicketService: Sendable {
    let services: ManagementServices

    /// Passes an event's tickets to a closure in pages, ordered by code. The store is not locked between pages.
    public func forEachTicketPage(of event: Event, _ body: ([Ticket]) throws -> Void) throws {
        var last: Serial?
        while true {
            let page = try services.read(.showTickets, on: event) {
                try $0.tickets.page(of: event.number, after: last, limit: 1000)
            }
            guard let end = page.last else { return }
            try body(page)
            last = end.serial
        }
    }

    /// Passes an event's tickets to a closure one by one, ordered by code.
    public func forEachTicket(of event: Event, _ body: (Ticket) throws -> Void) throws {
        try forEachTicketPage(of: event) { try $0.forEach(body) }
    }

    public func ticketCount(of event: Event) throws -> Int {
        try services.read(.showTickets, on: event) { try $0.tickets.count(of: event.number) }
    }

    public func ticket(_ code: TicketCode, of event: Event) throws -> Ticket {
        try services.read(.showTickets, on: event) { connection in
            guard let ticket = try connection.tickets.with(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            return ticket
        }
    }

    /// Cancels an active ticket: frees its capacity. Gates then refuse the ticket with the reason “revoked”. If the
    /// buyer paid for the ticket, the buyer's order records that a refund is owed.
    ///
    /// - Throws: `ManagementError.notIssued` if the ticket is already cancelled or refunded.
    public func cancel(_ code: TicketCode, of event: Event, note: String?) throws -> EndedTickets {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.cancelTicket, on: event) { work in
            try work.endTickets([code], of: event.number, as: .cancelled, note: note)
        }
    }

    /// Reissues a ticket: gives it a new token, signed with the ring's signing key. Gates then refuse its old tokens.
    public func reissue(
        _ code: TicketCode, of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        return try change(.reissueTicket, code, of: event) { work, ticket in
            let reissued = try work.reissue(ticket, key: key, ring)
            try work.notifyOwners(of: ticket, ofReissue: reissued)
        }
    }

    /// Transfers a ticket to another person, and gives the ticket a new token. Gates then refuse its old tokens.
    /// Notifies the old and the new holder.
    ///
    /// - Parameter email: the new holder's address as typed; nil for a holder without an address.
    public func transfer(
        _ code: TicketCode, of event: Event, to holder: String, email: String?, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        let holder = try ManagementServices.validated(holder: holder)
        let address = try ManagementServices.validated(email: email)
        return try change(.transferTicket, code, of: event) { work, ticket in
            try work.transfer(ticket, to: holder, email: address, key: key, ring)
        }
    }

    /// Blocks an issued ticket: gates then refuse it and show the note. The ticket still counts towards the event's
    /// capacity.
    public func block(_ code: TicketCode, of event: Event, note: String) throws -> Ticket {
        let note = try ManagementServices.validated(note: note)
        return try changeStatus(.blockTicket, code, of: event, from: .issued, to: .blocked, note: note)
    }

    /// Unblocks a blocked ticket.
    public func unblock(_ code: TicketCode, of event: Event) throws -> Ticket {
        try changeStatus(.unblockTicket, code, of: event, from: .blocked, to: .issued, note: nil)
    }

    private func changeStatus(
        _ operation: Operation, _ code: TicketCode, of event: Event, from before: Ticket.Status,
        to after: Ticket.Status, note: String?
    ) throws -> Ticket {
        try change(operation, code, of: event) { work, ticket in
            guard
                try work.connection.tickets.changeStatus(
                    code.serial, of: event.number, from: before, to: after, at: work.now, note: note)
            else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }

    /// The number of people inside with a ticket. At an event with sub-events, this is the number at the sub-event with
    /// the most people inside.
    public func inside(on ticket: Ticket, of event: Event) throws -> Int {
        try services.read(.showTickets, on: event) { try $0.slots.inside(ticket.serial, event: event.number) }
    }

    /// At most `limit` tickets that match a query and follow the ticket `last`. If `last` is nil, the result begins
    /// with the first match.
    public func tickets(
        of event: Event, matching query: TicketQuery, after last: Ticket? = nil, limit: Int
    ) throws -> [Ticket] {
        try services.read(.showTickets, on: event) {
            try $0.ticketSearch.page(of: event.number, matching: query, after: last, limit: limit)
        }
    }

    /// Locks and changes one ticket, records the change, and returns the new state.
    func change(
        _ operation: Operation, _ code: TicketCode, of event: Event, _ alter: (UnitOfWork, Ticket) throws -> Void
    ) throws -> Ticket {
        try services.perform(operation, on: event) { work in
            try work.change(code, of: event.number) { try alter(work, $0) }
        }
    }
}

extension UnitOfWork {
    func change(
        _ code: TicketCode, of event: EventNumber, _ alter: (Ticket) throws -> Void
    ) throws -> Ticket {
        guard let ticket = try connection.tickets.locked(serial: code.serial, of: event) else {
            throw ManagementError.unknownTicket(code)
        }
        try alter(ticket)
        guard let changed = try connection.tickets.with(serial: code.serial, of: event) else {
            throw ManagementError.unknownTicket(code)
        }
        try record(
            AuditSubject(.ticket, code), of: event, before: ticket.auditFields, after: changed.auditFields)
        return changed
    }

    /// Transfers a ticket to another person, gives the ticket its next issue number, and notifies both holders.
    func transfer(_ ticket: Ticket, to holder: String, email: EmailAddress?, key: UInt8, _ ring: KeyRing) throws {
        let formerAddress = try holderAddress(of: ticket)
        let reissued = try reissue(ticket, key: key, ring)
        guard try connection.tickets.transfer(ticket.serial, of: ticket.event, to: holder, email: email) else {
            throw ManagementError.notIssued(ticket.code, ticket.status)
        }
        try notifyHolder(formerAddress, .ticketTransferred, of: reissued)
        if email != ticket.email { try notifyHolder(email?.rawValue, .ticketTransferred, of: reissued) }
    }

    /// Gives a ticket its next issue number, which makes its earlier tokens invalid. Returns the ticket with the new
    /// number.
    ///
    /// - Parameter statuses: the statuses in which a ticket is reissued; any other status is an error.
    func reissue(
        _ ticket: Ticket, in statuses: [Ticket.Status] = [.issued], key: UInt8, _ ring: KeyRing
    ) throws -> Ticket {
        guard ticket.issue < .max else { throw ManagementError.noIssueLeft(ticket.code) }
        try connection.knownKeys.record(ring.checkValues)
        guard
            try connection.tickets.reissue(
                ticket.serial, of: ticket.event, in: statuses, after: ticket.issue, key: key, at: now)
        else { throw ManagementError.notIssued(ticket.code, ticket.status) }
        var reissued = ticket
        reissued.issue += 1
        return reissued
    }

    /// The address for messages to a ticket's holder: the ticket's e-mail address or, if a visitor confirmed the order
    /// by phone and still has the ticket, the phone number. Nil if the ticket has neither.
    func holderAddress(of ticket: Ticket) throws -> String? {
        if let email = ticket.email { return email.rawValue }
        guard let sale = ticket.sale, let order = try connection.orders.with(number: sale.order, of: ticket.event),
            order.confirmedBuyer.email == nil, ticket.belongs(with: order.confirmedBuyer)
        else { return nil }
        return order.confirmation?.address
    }

    /// Queues notices about a reissued ticket: to the guests to whom the ticket belongs or, for any other ticket, to
    /// its holder. Guests and holders without an address get no notice.
    ///
    /// - Parameters:
    ///   - ticket: the ticket as it was before it was reissued.
    ///   - reissued: the ticket with its new issue number.
    func notifyOwners(of ticket: Ticket, ofReissue reissued: Ticket) throws {
        let guests = ticket.email == nil ? try connection.guests.with(serial: ticket.serial, of: ticket.event) : []
        guard !guests.isEmpty else {
            return try notifyHolder(holderAddress(of: ticket), .ticketReissued, of: reissued)
        }
        let addresses = Set(guests.compactMap { $0.details.email ?? $0.details.phone }).sorted()
        for address in addresses where try RecipientTickets(of: address, connection).owned(ticket) != nil {
            try notifyHolder(address, .ticketReissued, of: reissued)
        }
    }

    /// Queues a notice about a ticket to an address; does nothing if the address is nil. An address gets at most one
    /// notice of each kind for each issue number of the ticket.
    func notifyHolder(_ address: String?, _ kind: Notice.Kind, of ticket: Ticket) throws {
        guard let address else { return }
        try notify(
            address, kind, of: ticket.event, payload: ["ticket": ticket.code.description],
            uniqueCause: "\(ticket.code)/\(ticket.issue)")
    }
}
