import Store
public import TicketToken
public import Ticketing

/// The effect that a call of `reissueAll` would have.
public struct ReissuePlan: Hashable, Sendable {
    /// The number of active tickets that were not signed by the ring's current signing key.
    public let tickets: Int
    /// The number of different addresses of the holders of these tickets and of their guests. The reissue sends a
    /// message to each address.
    public let recipients: Int
}

/// The result of reissuing all tickets.
public struct ReissuedTickets: Hashable, Sendable {
    /// The number of the key that signs the tickets now.
    public let key: UInt8
    public internal(set) var count = 0
    /// The serials of the reissued tickets that have a holder's name or an e-mail address.
    public internal(set) var named: [Serial] = []
    /// Tickets that have already been reissued the maximum number of times. These tickets keep their current token.
    public internal(set) var exhausted: [TicketCode] = []
}

extension TicketService {
    /// The maximum number of tickets that one transaction reissues.
    private static let batchSize = 200

    /// The number of tickets that `reissueAll` would reissue now.
    ///
    /// - Throws: `ManagementError.noSigningKey`; `publicDemoKey` for a public demonstration key outside a rehearsal.
    public func reissuePlan(
        of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused
    ) throws -> ReissuePlan {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        return try services.read(.showTickets, on: event) { connection in
            let found = try connection.tickets.count(notSignedBy: key, of: event.number)
            return ReissuePlan(tickets: found.tickets, recipients: found.recipients)
        }
    }

    /// Reissues all active tickets that were not signed by the ring's signing key. Gates then refuse the old tokens.
    /// Each batch of tickets is reissued in its own transaction. After an interruption, a repeated call reissues the
    /// remaining tickets.
    ///
    /// - Parameter progress: called after each batch with the number of tickets reissued so far.
    /// - Throws: the same errors as `reissue`. Completed batches stay committed. Before the first batch, throws
    ///   `ManagementError.tooManyRecipients` if the number of recipients must be confirmed first (`allowingMessages`).
    public func reissueAll(
        of event: Event, signingWith ring: KeyRing, publicKeys: PublicKeyUse = .refused,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> ReissuedTickets {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        let found = try services.read(.reissueTicket, on: event) {
            try $0.tickets.count(notSignedBy: key, of: event.number)
        }
        try services.requireAllowance(
            forMessagesTo: found.recipients, phones: found.phones, .reissueTicket, on: event)
        let confirmed = services.allowingMessages(to: .max)
        var all = ReissuedTickets(key: key)
        var last: Serial?
        while true {
            let (end, done) = try confirmed.perform(.reissueTicket, on: event) { work in
                var done = ReissuedTickets(key: key)
                let page = try work.connection.tickets.page(
                    notSignedBy: key, of: event.number, after: last, limit: TicketService.batchSize)
                for listed in page { try work.reissueIfNeeded(listed.code, of: event.number, key: key, ring, &done) }
                return (page.last?.serial, done)
            }
            all.count += done.count
            all.named += done.named
            all.exhausted += done.exhausted
            guard let end else { return all }
            last = end
            try progress(all.count)
        }
    }
}

extension UnitOfWork {
    /// Reissues a ticket. If the ticket has no issue number left, adds its code to `done.exhausted` instead. Does
    /// nothing if another process has already reissued the ticket, or if the ticket is no longer active.
    fileprivate func reissueIfNeeded(
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
            try notifyOwners(of: ticket, ofReissue: reissued)
        }
        done.count += 1
        if ticket.holder != nil || ticket.email != nil { done.named.append(ticket.serial) }
    }
}
