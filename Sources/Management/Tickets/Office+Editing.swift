import Store
public import Ticketing

/// The holder of a ticket as people type them: name, e-mail address and note.
public struct HolderDetails: Hashable, Sendable {
    /// Nil for a ticket of nobody in particular.
    public var holder: String?
    public var email: String?
    /// For the gate.
    public var note: String?

    public init(_ ticket: Ticket) {
        holder = ticket.holder
        email = ticket.email?.rawValue
        note = ticket.note
    }

    /// Every field that can't be stored.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.demand(optional: holder, "holder")
        if let email {
            faults.demand(EmailAddress(rawValue: email) != nil, "email", "an address such as grace@example.org")
        }
        faults.demand(optional: note, "note")
        return faults.all
    }
}

extension Office {
    /// Corrects the holder of a ticket that stands. Its token, its issue and its links stay valid, and no notice is queued.
    ///
    /// - Parameter edit: changes the holder as it stands; may be called again.
    /// - Throws: `ManagementError.invalid` with every faulty field, also where a name is taken away; `notIssued` for a
    ///   ticket that is cancelled or refunded.
    public func editTicket(
        _ code: TicketCode, of event: Event, _ edit: (inout HolderDetails) throws -> Void
    ) throws -> Ticket {
        try change(.editTicket, code, of: event) { work, ticket in
            guard ticket.status.stands else { throw ManagementError.notIssued(code, ticket.status) }
            let before = HolderDetails(ticket)
            var details = before
            try edit(&details)
            guard details != before else { return }
            var faults = details.faults
            if before.holder != nil, details.holder == nil {
                faults.append(FieldFault("holder", "\(NameFault.missing)"))
            }
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            let isCorrected = try work.connection.tickets.correct(
                ticket.serial, of: ticket.event, holder: details.holder,
                email: details.email.flatMap { EmailAddress(rawValue: $0) }, note: details.note)
            guard isCorrected else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }
}
