import Store
import TicketToken
public import Ticketing

/// What an order's link shows.
public struct OrderAtLink: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let order: Order
    /// The event's types, by number.
    public let types: [TicketType]
    public let tickets: [Entry]

    /// A ticket of the order.
    public struct Entry: Sendable {
        public let ticket: Ticket
        /// Nil for one that opens no gate any more, and for one that was issued anew since: whoever has it now need not be
        /// who ordered it.
        public let link: TicketLink?
    }
}

extension Foyer {
    /// Tickets that one e-mail address may reserve of an event; addresses that reach one mailbox are one.
    public static let mostTickets = 10

    /// Reserves tickets that are on sale: free ones, and such as are paid at the door. They are issued at once.
    ///
    /// - Parameters:
    ///   - draft: its payment is not looked at: what costs nothing is complimentary, the rest is paid at the door.
    ///   - request: the same id gives the same order again, however often it is sent.
    /// - Returns: the order's link.
    /// - Throws: `FoyerError`, also where visitors hold too much without confirmation; `SalesError.orderFaults` with everything that is wrong; `ManagementError.quantityExceeded`
    ///   or `capacityExceeded`; `SalesError.requestReused`.
    public func reserve(_ draft: OrderDraft, of event: EventNumber, request: String) throws -> OrderLink {
        let key = try Office.signingKey(of: ring, publicKeys)
        // Nobody out there meets a request of the office by chance or by guessing.
        let request = "web \(request)"
        let organizer = try organizer(of: event)
        let order = try desk.transact(.createOrder, in: organizer) { work in
            guard let event = try work.connection.events.with(number: event), event.isForEverybody else {
                throw FoyerError.notThere
            }
            var draft = draft
            draft.payment = nil
            if let made = try work.made(by: request, draft, of: event.number) { return made }
            if let over = event.over(at: work.now) { throw over }
            let reservations = Reservations(event: event, work: work)
            try reservations.endExpired()
            let types = try work.connection.ticketTypes.all(of: event.number)
            try Foyer.check(draft, of: event, types: types, work)
            try reservations.demandOpen(draft, types: types)
            draft.visitor = draft.email.flatMap { EmailAddress(rawValue: $0) }?.mailbox
            draft.payment = Payment(draft.isFree(among: types) ? .complimentary : .atTheDoor)
            let order = try work.add(draft, of: event, types: types, request: request, key: key, ring)
            // Counted behind the event's row, which every sale takes: of two at once, the second sees the first.
            if let email = order.buyer.email {
                let reserved = max(
                    try work.connection.tickets.standing(of: email, at: event.number, limit: 2 * Foyer.mostTickets),
                    try work.connection.orders.standing(ofVisitor: email.mailbox, at: event.number))
                guard reserved <= Foyer.mostTickets else {
                    throw FoyerError.tooManyTickets(limit: Foyer.mostTickets)
                }
            }
            try reservations.demandShare(for: order, types: types)
            return order
        }
        guard let link = try OrderLink(to: order.number, of: order.event, ring) else {
            throw ManagementError.noSigningKey
        }
        return link
    }

    /// What a link opens; nil when it opens nothing.
    public func order(_ link: OrderLink) throws -> OrderAtLink? {
        guard try link.holds(ring) else { return nil }
        return try store.read { connection in
            guard let event = try connection.events.with(number: link.event), event.deleted == nil,
                let order = try connection.orders.with(number: link.order, of: event.number)
            else { return nil }
            let tickets = try connection.tickets.all(of: order.number, of: event.number)
            return OrderAtLink(
                event: event, organizer: try Foyer.organizer(of: event, connection), order: order,
                types: try connection.ticketTypes.all(of: event.number),
                tickets: try tickets.map { ticket in
                    OrderAtLink.Entry(ticket: ticket, link: try own(ticket, of: event))
                })
        }
    }

    private func own(_ ticket: Ticket, of event: Event) throws -> TicketLink? {
        guard ticket.status.stands, ticket.issue == 0 else { return nil }
        do { return try TicketLink(to: ticket, of: event, ring) } catch is SigningError { return nil }
    }

    /// What the office might sell, and the foyer does not.
    private static func check(_ draft: OrderDraft, of event: Event, types: [TicketType], _ work: Work) throws {
        let held = try work.connection.orders.held(of: event.number, at: work.now)
        // To who reserves, a hidden type is not there.
        let shown = types.filter { !$0.isHidden }
        var faults = draft.faults(of: event, types: shown, at: work.now)
        for type in shown where draft.lines.contains(where: { $0.type == type.number }) {
            let sale = type.availability(event: event, held: held[type.number] ?? 0, now: work.now)
            if case .no(let reason) = sale, reason == .soldOut { faults.append(.notOnSale(type.name, reason)) }
        }
        guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
        guard draft.email != nil else {
            throw FoyerError.invalid([FieldFault("email", "an address, such as grace@example.org")])
        }
        let asked = draft.lines.reduce(0) { $0 + $1.count }
        guard asked <= Foyer.mostTickets else {
            throw FoyerError.tooManyTickets(limit: Foyer.mostTickets)
        }
    }
}

extension OrderDraft {
    /// Whether nothing that is asked for costs anything.
    fileprivate func isFree(among types: [TicketType]) -> Bool {
        lines.allSatisfy { line in
            types.allSatisfy { $0.number != line.type || $0.isFree }
        }
    }
}
