import Languages
import Store
public import Ticketing

/// The details of a ticket's holder as typed: name, e-mail address and note.
public struct HolderDetails: Hashable, Sendable {
    /// Nil for a ticket without a named holder.
    public var holder: String?
    public var email: String?
    /// The note for gate staff.
    public var note: String?

    public init(_ ticket: Ticket) {
        holder = ticket.holder
        email = ticket.email?.rawValue
        note = ticket.note
    }

    /// The faults of all invalid fields.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.require(optional: holder, "holder")
        if let email {
            faults.require(EmailAddress(rawValue: email) != nil, "email", FaultSentence.emailForm)
        }
        faults.require(optional: note, "note")
        return faults.all
    }
}

extension TicketService {
    /// Corrects the details of the holder of an active ticket (one that is issued or blocked). The ticket's token and
    /// links stay valid, and no notice is queued.
    ///
    /// - Parameter edit: changes the current details. It is called again if the transaction is retried.
    /// - Throws: `ManagementError.invalid` with all invalid fields, for example if the holder has a name and `edit`
    ///   removes it; `notIssued` for a ticket that is cancelled or refunded.
    public func editTicket(
        _ code: TicketCode, of event: Event, _ edit: (inout HolderDetails) throws -> Void
    ) throws -> Ticket {
        try change(.editTicket, code, of: event) { work, ticket in
            guard ticket.status.isActive else { throw ManagementError.notIssued(code, ticket.status) }
            let before = HolderDetails(ticket)
            var details = before
            try edit(&details)
            guard details != before else { return }
            var faults = details.faults
            if before.holder != nil, details.holder == nil {
                faults.append(FieldFault("holder", TextFault.missing.sentence))
            }
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            let isCorrected = try work.connection.tickets.correct(
                ticket.serial, of: ticket.event, holder: details.holder,
                email: details.email.flatMap { EmailAddress(rawValue: $0) }, note: details.note)
            guard isCorrected else { throw ManagementError.notIssued(code, ticket.status) }
        }
    }
}
