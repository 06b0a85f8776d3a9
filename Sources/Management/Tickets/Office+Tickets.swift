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

    /// Cancels a ticket that stands: its place can be sold again, and every gate refuses it as revoked. If it was sold and
    /// paid, a refund is owed, and its order says so.
    ///
    /// - Throws: `ManagementError.notIssued` when it does not stand any more.
    public func cancel(_ code: TicketCode, of event: Event, note: String?) throws -> EndedTickets {
        let note = try Office.checked(note: note)
        return try perform(.cancelTicket, on: event) { work in
            try work.end([code], of: event.number, as: .cancelled, note: note)
        }
    }

    /// Gives a ticket a new token, signed by the ring's signing key; the gates refuse every token before it.
    public func reissue(
        _ code: TicketCode, of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        let key = try Office.signingKey(of: ring, publicKeys)
        return try change(.reissueTicket, code, of: event) { work, ticket in
            let reissued = try work.reissue(ticket, key: key, ring)
            try work.tell(ticket.email, .ticketReissued, of: reissued)
        }
    }

    /// Gives a ticket to another person: a new token for them, and none before it opens a gate. Both are told.
    ///
    /// - Parameter email: of the new holder, as it was typed.
    public func transfer(
        _ code: TicketCode, of event: Event, to holder: String, email: String?, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        let key = try Office.signingKey(of: ring, publicKeys)
        let holder = try Office.checked(holder: holder)
        let address = try Office.checked(email: email)
        return try change(.transferTicket, code, of: event) { work, ticket in
            try work.hand(ticket, to: holder, email: address, key: key, ring)
        }
    }

    /// Blocks an issued ticket: every gate refuses it and says the note. It keeps its place.
    public func block(_ code: TicketCode, of event: Event, note: String) throws -> Ticket {
        let note = try Office.checked(note: note)
        return try turn(.blockTicket, code, of: event, from: .issued, to: .blocked, note: note)
    }

    /// Frees a blocked ticket.
    public func unblock(_ code: TicketCode, of event: Event) throws -> Ticket {
        try turn(.unblockTicket, code, of: event, from: .blocked, to: .issued, note: nil)
    }

    private func turn(
        _ operation: Operation, _ code: TicketCode, of event: Event, from before: Ticket.Status,
        to after: Ticket.Status, note: String?
    ) throws -> Ticket {
        try change(operation, code, of: event) { work, ticket in
            guard
                try work.connection.tickets.turn(
                    code.serial, of: event.number, from: before, to: after, at: work.now, note: note)
            else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }

    /// How many people are inside now on a ticket, at the function where most of them are.
    public func inside(on ticket: Ticket, of event: Event) throws -> Int {
        try look(.showTickets, on: event) { try $0.places.inside(ticket.serial, event: event.number) }
    }

    /// At most `limit` tickets that match, those after one of them.
    public func tickets(
        of event: Event, matching query: TicketQuery, after last: Ticket? = nil, limit: Int
    ) throws -> [Ticket] {
        try look(.showTickets, on: event) {
            try $0.ticketSearch.page(of: event.number, matching: query, after: last, limit: limit)
        }
    }

    /// Changes one ticket, which waits for others who change it, writes that down, and hands over what it has become.
    func change(
        _ operation: Operation, _ code: TicketCode, of event: Event, _ alter: (Work, Ticket) throws -> Void
    ) throws -> Ticket {
        try perform(operation, on: event) { work in
            try work.change(code, of: event.number) { try alter(work, $0) }
        }
    }
}

extension Work {
    /// Changes one ticket, as the office does.
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

    /// Gives a ticket to another person, with its next issue, and tells both.
    func hand(_ ticket: Ticket, to holder: String, email: EmailAddress?, key: UInt8, _ ring: KeyRing) throws {
        let reissued = try reissue(ticket, key: key, ring)
        guard try connection.tickets.hand(ticket.serial, of: ticket.event, to: holder, email: email) else {
            throw ManagementError.notIssued(ticket.code, ticket.status)
        }
        try tell(ticket.email, .ticketTransferred, of: reissued)
        if email != ticket.email { try tell(email, .ticketTransferred, of: reissued) }
    }

    /// Gives a ticket its next issue number, and hands it over with that.
    ///
    /// - Parameter statuses: in which it may be.
    func reissue(
        _ ticket: Ticket, in statuses: [Ticket.Status] = [.issued], key: UInt8, _ ring: KeyRing
    ) throws -> Ticket {
        guard ticket.issue < .max else { throw ManagementError.noIssueLeft(ticket.code) }
        try connection.knownKeys.remember(ring.checkValues)
        guard
            try connection.tickets.reissue(
                ticket.serial, of: ticket.event, in: statuses, after: ticket.issue, key: key, at: now)
        else { throw ManagementError.notIssued(ticket.code, ticket.status) }
        var reissued = ticket
        reissued.issue += 1
        return reissued
    }

    /// Tells who can be reached what became of a ticket, once for each of its issues.
    func tell(_ email: EmailAddress?, _ kind: Notice.Kind, of ticket: Ticket) throws {
        guard let email else { return }
        try notify(
            email.rawValue, kind, of: ticket.event, payload: ["ticket": ticket.code.description],
            cause: "\(ticket.code)/\(ticket.issue)")
    }
}
