import Store
public import TicketToken
public import Ticketing

/// What re-issuing all of an event's tickets comes to.
public struct ReissuePlan: Hashable, Sendable {
    /// Tickets that stand and that another key than the signing key signed.
    public let tickets: Int
    /// Of those, how many have an e-mail address, to which a notice goes.
    public let reachable: Int
}

/// Tickets that were re-issued together.
public struct ReissuedTickets: Hashable, Sendable {
    /// The key that signs them now.
    public let key: UInt8
    public internal(set) var count = 0
    /// Tickets whose last issue number is used up: they keep their old token.
    public internal(set) var exhausted: [TicketCode] = []
}

extension Office {
    /// Tickets that one transaction re-issues at most, so that gates and sales go on meanwhile.
    private static let batch = 200

    /// What `reissueAll` would do now.
    ///
    /// - Throws: `ManagementError.noSigningKey`; `publicKey` unless it is a rehearsal.
    public func reissuePlan(
        of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> ReissuePlan {
        let key = try Office.signingKey(of: ring, publicKeys)
        return try look(.showTickets, on: event) { connection in
            let found = try connection.tickets.count(notSignedBy: key, of: event.number)
            return ReissuePlan(tickets: found.tickets, reachable: found.reachable)
        }
    }

    /// Gives every ticket that stands and that another key signed a new token, signed by the ring's signing key. Gates
    /// refuse every token before it. Done in batches: what breaks off is continued by the next call.
    ///
    /// - Parameter progress: receives the number of tickets so far.
    /// - Throws: as `reissue`; earlier batches are then stored.
    public func reissueAll(
        of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> ReissuedTickets {
        let key = try Office.signingKey(of: ring, publicKeys)
        var all = ReissuedTickets(key: key)
        var last: Serial?
        while true {
            let (end, done) = try perform(.reissueTicket, on: event) { work in
                var done = ReissuedTickets(key: key)
                let page = try work.connection.tickets.page(
                    notSignedBy: key, of: event.number, after: last, limit: Office.batch)
                for listed in page { try work.reissueAgain(listed.code, of: event.number, key: key, ring, &done) }
                return (page.last?.serial, done)
            }
            all.count += done.count
            all.exhausted += done.exhausted
            guard let end else { return all }
            last = end
            try progress(all.count)
        }
    }
}

extension Work {
    /// Re-issues a ticket, unless another was faster or no issue number is left.
    fileprivate func reissueAgain(
        _ code: TicketCode, of event: EventNumber, key: UInt8, _ ring: KeyRing, _ done: inout ReissuedTickets
    ) throws {
        let statuses: [Ticket.Status] = [.issued, .blocked]
        guard let ticket = try connection.tickets.locked(serial: code.serial, of: event),
            statuses.contains(ticket.status), ticket.key != key
        else { return }
        guard ticket.issue < .max else {
            done.exhausted.append(code)
            return
        }
        _ = try change(code, of: event) { ticket in
            let reissued = try reissue(ticket, in: statuses, key: key, ring)
            try tell(ticket.email, .ticketReissued, of: reissued)
        }
        done.count += 1
    }
}
