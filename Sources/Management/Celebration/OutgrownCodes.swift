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
        var grown: [(ticket: Ticket, admits: Admits)] = []
        var guests: [Serial: [Guest]] = [:]
        let sorted = serials.sorted()
        for start in stride(from: 0, to: sorted.count, by: 1000) {
            try connection.tickets.hold(sorted[start..<min(start + 1000, sorted.count)], of: event)
        }
        for serial in sorted {
            guard let ticket = try connection.tickets.locked(serial: serial, of: event), ticket.status.stands else {
                continue
            }
            let (together, apart) = CodePlan.fitting(try connection.guests.with(serial: serial, of: event))
            try part(apart, of: event)
            outgrown.codeless += apart.count
            let admits = CodePlan.admits(together)
            guard admits > ticket.admits else { continue }
            guard ticket.issue < .max else { throw ManagementError.noIssueLeft(ticket.code) }
            grown.append((ticket, admits))
            guests[serial] = together
            outgrown.reissued.append(ticket.code)
        }
        try enlarge(grown, of: event, guests: guests)
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

    private func enlarge(
        _ grown: [(ticket: Ticket, admits: Admits)], of event: EventNumber, guests: [Serial: [Guest]]
    ) throws {
        guard !grown.isEmpty else { return }
        for (isResized, (ticket, _)) in zip(try connection.tickets.resize(grown, at: now), grown) where !isResized {
            throw ManagementError.notIssued(ticket.code, ticket.status)
        }
        for (ticket, admits) in grown {
            var enlarged = ticket
            enlarged.admits = admits
            enlarged.issue += 1
            try record(
                AuditSubject(.ticket, ticket.code), of: event, before: ticket.auditFields, after: enlarged.auditFields)
            let recipients = guests[ticket.serial, default: []].compactMap { $0.details.email ?? $0.details.phone }
            for recipient in Set(recipients).sorted() {
                try notify(
                    recipient, .ticketReissued, of: event,
                    payload: ["ticket": ticket.code.description, "admits": "\(admits.rawValue)"],
                    cause: "\(ticket.code)/\(enlarged.issue)")
            }
        }
        // Last, since all sales need the event's row.
        try stock(of: event).take(
            people: grown.reduce(0) { $0 + Int($1.admits.rawValue) - Int($1.ticket.admits.rawValue) })
    }
}
