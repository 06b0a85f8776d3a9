import Store
public import Ticketing

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
            var faults = details.limitFaults
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
