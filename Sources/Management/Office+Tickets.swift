import Store
public import TicketToken
public import Ticketing

extension Ticket {
    /// What its token says.
    public func claims(of event: Event) -> TicketClaims {
        TicketClaims(
            suite: event.suite, key: key, event: self.event, serial: serial, type: type, admits: admits, issue: issue,
            window: window)
    }
}

extension Office {
    /// Hands over an event's tickets in pages, by code. Between two pages the store is free for others.
    public func forEachTicketPage(of event: Event, _ body: ([Ticket]) throws -> Void) throws {
        var last: Serial?
        while true {
            let page = try look(.showTickets, on: event) {
                try $0.tickets.page(of: event.number, after: last, limit: 1000)
            }
            guard let end = page.last else { return }
            try body(page)
            last = end.serial
        }
    }

    /// Hands over an event's tickets one by one, by code.
    public func forEachTicket(of event: Event, _ body: (Ticket) throws -> Void) throws {
        try forEachTicketPage(of: event) { try $0.forEach(body) }
    }

    public func ticketCount(of event: Event) throws -> Int {
        try look(.showTickets, on: event) { try $0.tickets.count(of: event.number) }
    }

    public func ticket(_ code: TicketCode, of event: Event) throws -> Ticket {
        try look(.showTickets, on: event) { connection in
            guard let ticket = try connection.tickets.with(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            return ticket
        }
    }

    /// Cancels an issued ticket: its place can be sold again, and every gate refuses it as revoked.
    ///
    /// - Throws: `ManagementError.notIssued` when it does not stand any more.
    public func cancel(_ code: TicketCode, of event: Event, note: String?) throws -> Ticket {
        try change(.cancelTicket, code, of: event) { work, ticket in
            guard
                try work.connection.tickets.end(
                    code.serial, of: event.number, as: .cancelled, at: work.now, note: note)
            else { throw ManagementError.notIssued(code, ticket.status) }
            try work.connection.ticketTypes.giveBack(1, of: ticket.type, event: event.number)
            try work.connection.events.giveBack(people: Int(ticket.admits.rawValue), at: event.number)
        }
    }

    /// Gives a ticket a new token, signed by the ring's signing key; the gates refuse every token before it.
    public func reissue(
        _ code: TicketCode, of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        guard let key = ring.signingKey else { throw ManagementError.noSigningKey }
        guard !key.isPublic || publicKeys == .rehearsal else { throw ManagementError.publicKey(number: key.number) }
        return try change(.reissueTicket, code, of: event) { work, ticket in
            guard ticket.issue < .max else { throw ManagementError.noIssueLeft(code) }
            try work.connection.knownKeys.remember(ring.checkValues)
            guard
                try work.connection.tickets.reissue(
                    code.serial, of: event.number, after: ticket.issue, key: key.number, at: work.now)
            else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }

    /// Changes one ticket, writes that down, and hands over what it has become.
    func change(
        _ operation: Operation, _ code: TicketCode, of event: Event, _ alter: (Work, Ticket) throws -> Void
    ) throws -> Ticket {
        try perform(operation, on: event) { work in
            let tickets = work.connection.tickets
            guard let ticket = try tickets.with(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            try alter(work, ticket)
            guard let changed = try tickets.with(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            try work.record(
                AuditSubject(.ticket, code), of: event.number, before: ticket.auditFields, after: changed.auditFields)
            return changed
        }
    }
}
