package import Store
package import Ticketing

/// A ticket that belongs to the recipient of a message.
package struct RecipientTicket: Hashable, Sendable {
    package let ticket: Ticket
    /// The invited guests whom the ticket admits and who have the recipient's address; empty if the ticket admits no
    /// invited guests.
    package let guests: [Guest]

    fileprivate init(_ ticket: Ticket, guests: [Guest] = []) {
        self.ticket = ticket
        self.guests = guests
    }

    /// Whether the ticket admits invited guests.
    package var isInvitation: Bool { !guests.isEmpty }
}

/// Finds the tickets that belong to an e-mail address or a phone number now. A ticket that was transferred to another
/// person no longer belongs to its former holder or to its buyer.
package struct RecipientTickets {
    /// The maximum number of tickets, of orders and of guests that are read for one event.
    private static let limit = 1000
    private static let maximumEvents = 50

    private let address: String
    private let connection: any StoreConnection

    /// - Parameter address: an e-mail address or a phone number in its normalized form.
    package init(of address: String, _ connection: any StoreConnection) {
        self.address = address
        self.connection = connection
    }

    /// The ticket with those of its guests who have the address; nil if the ticket does not belong to the address. A
    /// ticket that admits guests belongs to the addresses of these guests. Any other ticket belongs to its e-mail
    /// address or, if it has no e-mail address, to the addresses of the buyer.
    package func owned(_ ticket: Ticket) throws -> RecipientTicket? {
        let guests = try connection.guests.with(serial: ticket.serial, of: ticket.event)
        guard guests.isEmpty else {
            let own = guests.filter(isAddressed)
            return try !own.isEmpty && belongs(ticket, to: guests) ? RecipientTicket(ticket, guests: own) : nil
        }
        if let email = ticket.email {
            return email.rawValue == address ? RecipientTicket(ticket) : nil
        }
        guard let sale = ticket.sale,
            let order = try connection.orders.with(number: sale.order, of: ticket.event),
            isAddressed(order.buyer), ticket.belongs(with: order.confirmedBuyer)
        else { return nil }
        return RecipientTicket(ticket)
    }

    /// The name of the person to whom the tickets belong. If they belong to several guests of one household, the name
    /// of the household. Nil if they belong to different people, or if the person's name is unknown.
    package func addressee(of tickets: [RecipientTicket]) throws -> String? {
        let names = Set(
            tickets.flatMap { own -> [String?] in own.isInvitation ? own.guests.map(\.name) : [own.ticket.holder] })
        if names.count <= 1 { return names.first ?? nil }
        guard tickets.allSatisfy(\.isInvitation), let ticket = tickets.first?.ticket else { return nil }
        let households = Set(tickets.flatMap(\.guests).map(\.household))
        guard households.count == 1, let number = households.first ?? nil else {
            return tickets.count == 1 ? ticket.holder : nil
        }
        return try connection.guests.household(number, of: ticket.event)?.name
    }

    /// The tickets of an order that still belong to its buyer; empty if the address is not the buyer's.
    ///
    /// - Parameter statuses: the statuses that the tickets may have.
    package func bought(with order: Order, in statuses: Set<Ticket.Status>) throws -> [RecipientTicket] {
        guard isAddressed(order.buyer) else { return [] }
        return try connection.tickets.all(of: order.number, of: order.event)
            .filter { statuses.contains($0.status) && $0.belongs(with: order.confirmedBuyer) }
            .map { RecipientTicket($0) }
    }

    /// The active tickets of an event that belong to the address, sorted by serial.
    package func active(at event: EventNumber) throws -> [RecipientTicket] {
        let source = connection.ticketsOfAddress
        var found: [Serial: RecipientTicket] = [:]
        for ticket in try source.tickets(of: address, at: event, limit: RecipientTickets.limit) {
            found[ticket.serial] = try owned(ticket)
        }
        for number in try source.orders(of: address, at: event, limit: RecipientTickets.limit) {
            guard let order = try connection.orders.with(number: number, of: event) else { continue }
            for bought in try bought(with: order, in: [.issued, .blocked]) { found[bought.ticket.serial] = bought }
        }
        for guest in try guests(at: event) {
            guard let serial = guest.serial, let ticket = try connection.tickets.with(serial: serial, of: event),
                ticket.status.isActive
            else { continue }
            found[serial] = try owned(ticket)
        }
        return found.values.sorted { $0.ticket.serial < $1.ticket.serial }
    }

    /// A ticket that belongs to the address and that ended together with its event; nil if there is none. A ticket of
    /// invited guests is returned only if no other ticket of the address ended with the event.
    ///
    /// - Parameter event: the event, which is cancelled or deleted.
    package func ended(with event: Event) throws -> RecipientTicket? {
        let source = connection.ticketsOfAddress
        let moments = [event.cancelled, event.deleted].compactMap(\.self)
        let orders = try source.orders(of: address, at: event.number, limit: RecipientTickets.limit).compactMap {
            try connection.orders.with(number: $0, of: event.number)
        }
        for moment in moments {
            let tickets = try source.tickets(
                of: address, at: event.number, endedAt: moment, limit: RecipientTickets.limit)
            for ticket in tickets {
                if let own = try owned(ticket), !own.isInvitation { return own }
            }
            for order in orders {
                let ended = try bought(with: order, in: [.cancelled, .refunded])
                if let own = ended.first(where: { $0.ticket.statusSince == moment }) { return own }
            }
        }
        for serial in try guests(at: event.number).compactMap(\.serial) {
            guard let ticket = try connection.tickets.with(serial: serial, of: event.number),
                let since = ticket.statusSince, moments.contains(since), !ticket.status.isActive
            else { continue }
            if let own = try owned(ticket) { return own }
        }
        return nil
    }

    /// The first order of the address for an event, not counting orders that still wait for the visitor's confirmation.
    /// Nil if there is no such order.
    package func order(at event: EventNumber) throws -> Order? {
        for number in try connection.ticketsOfAddress.orders(of: address, at: event, limit: RecipientTickets.limit) {
            guard let order = try connection.orders.with(number: number, of: event) else { continue }
            if !order.awaitsConfirmation { return order }
        }
        return nil
    }

    /// The events that are not deleted, cancelled or over, each with the active tickets of the address; the earliest
    /// event first. Events without such tickets are left out.
    package func upcoming(at now: Instant) throws -> [(event: Event, tickets: [RecipientTicket])] {
        let numbers = try connection.ticketsOfAddress.eventsWithTickets(
            of: address, notOverAt: now, limit: RecipientTickets.maximumEvents)
        var found: [(event: Event, tickets: [RecipientTicket])] = []
        for number in numbers {
            guard let event = try connection.events.with(number: number) else { continue }
            let tickets = try active(at: number)
            if !tickets.isEmpty { found.append((event, tickets)) }
        }
        return found
    }

    /// The guests of an event who have the address, sorted by number.
    package func guests(at event: EventNumber) throws -> [Guest] {
        try connection.ticketsOfAddress.guests(of: address, at: event, limit: RecipientTickets.limit)
            .compactMap { try connection.guests.with(number: $0, of: event) }
    }

    private func isAddressed(_ guest: Guest) -> Bool {
        guest.details.email == address || guest.details.phone == address
    }

    private func isAddressed(_ buyer: Buyer) -> Bool { buyer.email == address || buyer.phone == address }

    private func belongs(_ ticket: Ticket, to guests: [Guest]) throws -> Bool {
        let numbers = Set(guests.compactMap(\.household))
        let households = try numbers.compactMap {
            try connection.guests.household($0, of: ticket.event)?.name
        }
        return ticket.belongs(withGuests: guests.map(\.name), households: Set(households))
    }
}
