import Store
public import Ticketing

/// What became of codes whose guests may bring more people than before.
public struct OutgrownCodes: Sendable {
    /// The codes that were reissued and admit all of their guests now; tokens from before open no gate any more.
    public internal(set) var reissued: [TicketCode] = []
    /// Guests who do not fit under their code any more: it admits 16 people at most. They need codes of their own.
    public internal(set) var codeless = 0
}

extension Work {
    /// Lets codes admit all who may come on them, and tells their guests where they can be reached. The key stays: no key
    /// ring is needed.
    ///
    /// - Throws: `ManagementError.capacityExceeded` when the venue has not so much room; `noIssueLeft`.
    func enlarge(_ serials: Set<Serial>, of event: EventNumber) throws -> OutgrownCodes {
        var outgrown = OutgrownCodes()
        for serial in serials.sorted() {
            guard let ticket = try connection.tickets.locked(serial: serial, of: event), ticket.status.stands else {
                continue
            }
            let (together, apart) = CodePlan.fitting(try connection.guests.with(serial: serial, of: event))
            try part(apart, of: event)
            outgrown.codeless += apart.count
            let admits = CodePlan.admits(together)
            guard admits > ticket.admits else { continue }
            try enlarge(ticket, to: admits, guests: together)
            outgrown.reissued.append(ticket.code)
        }
        return outgrown
    }

    /// Takes their code away from guests who do not fit under it.
    private func part(_ guests: [Guest], of event: EventNumber) throws {
        for guest in guests {
            var codeless = guest
            codeless.serial = nil
            try connection.guests.setSerials(of: [codeless], event: event)
            try record(
                AuditSubject(.guest, guest.number), of: event, before: guest.auditFields, after: codeless.auditFields)
        }
    }

    private func enlarge(_ ticket: Ticket, to admits: Admits, guests: [Guest]) throws {
        guard ticket.issue < .max else { throw ManagementError.noIssueLeft(ticket.code) }
        try stock(of: ticket.event).take(people: Int(admits.rawValue) - Int(ticket.admits.rawValue))
        guard
            try connection.tickets.resize(
                ticket.serial, of: ticket.event, after: ticket.issue, to: admits, at: now)
        else { throw ManagementError.notIssued(ticket.code, ticket.status) }
        var enlarged = ticket
        enlarged.admits = admits
        enlarged.issue += 1
        try record(
            AuditSubject(.ticket, ticket.code), of: ticket.event, before: ticket.auditFields,
            after: enlarged.auditFields)
        for recipient in Set(guests.compactMap { $0.details.email ?? $0.details.phone }).sorted() {
            try notify(
                recipient, .ticketReissued, of: ticket.event,
                payload: ["ticket": ticket.code.description, "admits": "\(admits.rawValue)"],
                cause: "\(ticket.code)/\(enlarged.issue)")
        }
    }
}
