import Store
public import Ticketing

/// Tickets that a member has chosen for printing, divided into those that can be printed and the others.
public struct ChosenTickets: Sendable {
    /// A ticket that cannot be printed.
    public struct Refusal: Hashable, Sendable {
        public let code: TicketCode
        public let reason: Reason
    }

    /// The reason why a ticket cannot be printed.
    public enum Reason: Hashable, Sendable {
        /// The ticket is blocked, cancelled or refunded.
        case status(Ticket.Status)
        /// Gates require a live code for the ticket, which paper cannot show.
        case liveCode
    }

    public let printable: [TicketCode]
    public let refused: [Refusal]
}

extension PrintService {
    /// Finds out which of the chosen tickets can be printed. Codes without a ticket are left out.
    public func chosenTickets(_ codes: [TicketCode], of event: Event) throws -> ChosenTickets {
        try services.read(.printTickets, on: event) { connection in
            let types = try connection.ticketTypes.all(of: event.number)
            let live = Set(types.filter(\.requiresLiveCode).map(\.number))
            var printable: [TicketCode] = []
            var refused: [ChosenTickets.Refusal] = []
            for ticket in try connection.tickets.all(codes.map(\.serial), of: event.number) {
                if ticket.status != .issued {
                    refused.append(.init(code: ticket.code, reason: .status(ticket.status)))
                } else if live.contains(ticket.type) {
                    refused.append(.init(code: ticket.code, reason: .liveCode))
                } else {
                    printable.append(ticket.code)
                }
            }
            return ChosenTickets(printable: printable, refused: refused)
        }
    }
}
