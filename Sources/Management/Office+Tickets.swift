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
            let page = try store.read { connection in
                try authorize(.read, in: event.organizer, connection)
                return try connection.tickets.page(of: event.number, after: last, limit: 1000)
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
        try store.read { connection in
            try authorize(.read, in: event.organizer, connection)
            return try connection.tickets.count(of: event.number)
        }
    }

    public func ticket(_ code: TicketCode, of event: Event) throws -> Ticket {
        try store.read { connection in
            try authorize(.read, in: event.organizer, connection)
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
        let cancelled = now()
        return try change(code, of: event) { connection, ticket in
            guard
                try connection.tickets.end(
                    code.serial, of: event.number, as: .cancelled, at: cancelled, note: note)
            else { throw ManagementError.notIssued(code, ticket.status) }
            try connection.ticketTypes.giveBack(1, of: ticket.type, event: event.number)
            try connection.events.giveBack(people: Int(ticket.admits.rawValue), at: event.number)
        }
    }

    /// Gives a ticket a new token, signed by the ring's signing key; the gates refuse every token before it.
    public func reissue(
        _ code: TicketCode, of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> Ticket {
        guard let key = ring.signingKey else { throw ManagementError.noSigningKey }
        guard !key.isPublic || publicKeys == .rehearsal else { throw ManagementError.publicKey(number: key.number) }
        let reissued = now()
        return try change(code, of: event) { connection, ticket in
            guard ticket.issue < .max else { throw ManagementError.noIssueLeft(code) }
            try connection.knownKeys.remember(ring.checkValues)
            guard
                try connection.tickets.reissue(
                    code.serial, of: event.number, after: ticket.issue, key: key.number, at: reissued)
            else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }

    /// Changes one ticket, and hands over what it has become.
    private func change(
        _ code: TicketCode, of event: Event, _ work: (any StoreConnection, Ticket) throws -> Void
    ) throws -> Ticket {
        try store.write { connection in
            try authorize(.issueTickets, in: event.organizer, connection)
            guard let ticket = try connection.tickets.with(serial: code.serial, of: event.number) else {
                throw ManagementError.unknownTicket(code)
            }
            try work(connection, ticket)
            return try connection.tickets.with(serial: code.serial, of: event.number) ?? ticket
        }
    }
}
