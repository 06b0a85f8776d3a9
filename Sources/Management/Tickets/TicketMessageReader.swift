import Store
public import Ticketing

extension TicketService {
    /// For each ticket, the state of a message: the last message to the ticket's holder, buyer or guests that contained
    /// tickets of the event. If there is no such message, but messages to one of these people were stopped, the state
    /// is `cameBack`. All other tickets without such a message are omitted. Every member who can see tickets may read
    /// these states, because they contain no addresses.
    public func lastMessages(about tickets: [Ticket], of event: Event) throws -> [Serial: TicketMessage] {
        try services.read(.showTickets, on: event) { connection in
            try TicketMessageReader(event: event.number, connection).lastMessages(about: tickets)
        }
    }
}

/// Reads the states of the messages about tickets, with a few queries for any number of tickets.
private struct TicketMessageReader {
    private let event: EventNumber
    private let connection: any StoreConnection

    init(event: EventNumber, _ connection: any StoreConnection) {
        self.event = event
        self.connection = connection
    }

    func lastMessages(about tickets: [Ticket]) throws -> [Serial: TicketMessage] {
        let addresses = try addresses(of: tickets)
        let all = Set(addresses.values.joined()).sorted()
        let notices = try connection.notices.lastSent(to: all, about: event, of: TicketMessage.kinds)
        let suppressed = try connection.recipients.suppressed(among: all)
        return addresses.compactMapValues { own -> TicketMessage? in
            let last = own.compactMap { notices[$0] }.max {
                ($0.delivery.sent ?? $0.created) < ($1.delivery.sent ?? $1.created)
            }
            if let last { return TicketMessage(last) }
            return own.contains(where: suppressed.contains) ? .cameBack : nil
        }
    }

    /// The e-mail addresses and phone numbers of the people to whom each ticket belongs now (`RecipientTickets`).
    private func addresses(of tickets: [Ticket]) throws -> [Serial: [String]] {
        let guests = try connection.guests.all(on: tickets.map(\.serial), of: event)
        let buyers = try connection.orders.buyers(of: tickets.map(\.serial), at: event)
        var addresses: [Serial: [String]] = [:]
        for ticket in tickets {
            addresses[ticket.serial] = try owners(
                of: ticket, guests: guests[ticket.serial] ?? [], buyer: buyers[ticket.serial])
        }
        return addresses
    }

    private func owners(of ticket: Ticket, guests: [Guest], buyer: Buyer?) throws -> [String] {
        guard guests.isEmpty else {
            let known = guests.flatMap { [$0.details.email, $0.details.phone] }.compactMap(\.self)
            // A transfer gives a ticket a new issue number, so a ticket with issue 0 was never transferred.
            guard ticket.issue > 0 else { return known }
            return try known.filter { try RecipientTickets(of: $0, connection).owned(ticket) != nil }
        }
        if let email = ticket.email { return [email.rawValue] }
        guard let buyer, ticket.belongs(with: buyer) else { return [] }
        return [buyer.email, buyer.phone].compactMap(\.self)
    }
}
