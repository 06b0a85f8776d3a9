import Store
public import Ticketing

/// The result of reissuing codes (the tickets of guests) after guests were allowed to bring more people.
public struct ReissuedCodes: Sendable {
    /// The codes that were reissued. Each now admits all guests who share it. Gates refuse the old tokens of these
    /// codes.
    public internal(set) var reissued: [TicketCode] = []
    /// The number of guests who lost their shared code, because a code admits at most 16 people.
    public internal(set) var guestsWithoutCode = 0
    /// The numbers of the guests of the reissued codes.
    public internal(set) var guests: [Int] = []
}

extension UnitOfWork {
    /// Reissues codes so that each code admits all of its guests with their companions. Notifies guests with an e-mail
    /// address or telephone number. Each ticket keeps its signing key. Nothing is signed here, so no key ring is
    /// needed.
    ///
    /// - Throws: `ManagementError.capacityExceeded` if the venue has too little room; `noIssueLeft` if a ticket was
    ///   already reissued the maximum number of times.
    func enlargeCodes(_ serials: Set<Serial>, of event: EventNumber) throws -> ReissuedCodes {
        var outgrown = ReissuedCodes()
        var grown: [(ticket: Ticket, admits: Admits)] = []
        var guests: [Serial: [Guest]] = [:]
        let sorted = serials.sorted()
        for start in stride(from: 0, to: sorted.count, by: 1000) {
            try connection.tickets.lock(sorted[start..<min(start + 1000, sorted.count)], of: event)
        }
        for serial in sorted {
            guard let ticket = try connection.tickets.locked(serial: serial, of: event), ticket.status.isActive else {
                continue
            }
            let (together, apart) = GuestCodeGrouping.split(try connection.guests.with(serial: serial, of: event))
            try detachGuests(apart, of: event)
            outgrown.guestsWithoutCode += apart.count
            let admits = GuestCodeGrouping.admits(together)
            guard admits > ticket.admits else { continue }
            guard ticket.issue < .max else { throw ManagementError.noIssueLeft(ticket.code) }
            grown.append((ticket, admits))
            guests[serial] = together
            outgrown.reissued.append(ticket.code)
            outgrown.guests += together.map(\.number)
        }
        try enlargeCodes(grown, of: event, guests: guests)
        return outgrown
    }

    /// Removes a shared code from the guests whom it cannot admit, because a code admits at most 16 people.
    private func detachGuests(_ guests: [Guest], of event: EventNumber) throws {
        for guest in guests {
            var codeless = guest
            codeless.serial = nil
            try connection.guests.setSerials(of: [codeless], event: event)
            try record(
                AuditSubject(.guest, guest.number), of: event, before: guest.auditFields, after: codeless.auditFields)
        }
    }

    private func enlargeCodes(
        _ grown: [(ticket: Ticket, admits: Admits)], of event: EventNumber, guests: [Serial: [Guest]]
    ) throws {
        guard !grown.isEmpty else { return }
        for (isResized, (ticket, _)) in zip(try connection.tickets.changeAdmits(grown, at: now), grown) where !isResized
        {
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
                    uniqueCause: "\(ticket.code)/\(enlarged.issue)")
            }
        }
        // The capacity is changed last: the change locks the event's row, and every sale needs this row.
        try stock(of: event).allocate(
            people: grown.reduce(0) { $0 + Int($1.admits.rawValue) - Int($1.ticket.admits.rawValue) })
    }
}
