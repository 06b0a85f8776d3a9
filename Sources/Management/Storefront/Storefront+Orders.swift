import Languages
import Store
import TicketToken
public import Ticketing

/// The order that a link opens.
public struct LinkedOrder: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    public let order: Order
    /// The event's ticket types, in the order in which they are listed.
    public let types: [TicketType]
    public let tickets: [Entry]

    /// A ticket of the order.
    public struct Entry: Sendable {
        public let ticket: Ticket
        /// The ticket's link; nil if gates refuse the ticket. Also nil if the ticket was reissued, because the buyer
        /// has possibly passed it on to somebody else.
        public let link: TicketLink?
    }
}

extension Storefront {
    /// The maximum number of tickets of one event for one e-mail address. Addresses of the same mailbox, such as
    /// grace@example.org and grace+1@example.org, share this limit.
    public static let maximumTicketsPerAddress = 10

    /// Reserves tickets that are on sale, and issues them at once. The tickets are either free or to be paid at the
    /// door.
    ///
    /// - Parameters:
    ///   - draft: the order. Its payment is ignored. An order of free tickets is complimentary; any other order is paid
    ///     at the door.
    ///   - request: an idempotency key. A second request with the same key returns the order of the first request.
    /// - Returns: the order's link.
    /// - Throws: `StorefrontError`, for example `tooManyUnconfirmed`; `SalesError.orderFaults` with all faults;
    ///   `ManagementError.quantityExceeded` or `capacityExceeded`; `SalesError.requestReused`.
    public func reserve(_ draft: OrderDraft, of event: EventNumber, request: String) throws -> OrderLink {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        // Because of this prefix, a visitor's idempotency key never equals a member's key.
        let request = "web \(request)"
        let organizer = try organizer(of: event)
        let order = try visitorServices.transact(.createOrder, in: organizer) { work in
            guard let event = try work.connection.events.with(number: event), event.isPublic else {
                throw StorefrontError.notFound
            }
            var draft = draft
            draft.payment = nil
            if let made = try work.existingOrder(by: request, draft, of: event.number) { return made }
            if let over = event.closedReason(at: work.now) { throw over }
            let reservations = VisitorReservations(event: event, work: work)
            try reservations.cancelExpired()
            let types = try work.connection.ticketTypes.all(of: event.number)
            try Storefront.check(draft, of: event, types: types, work)
            try reservations.requireOpen(draft, types: types)
            draft.publicBuyerEmail = draft.buyer.emailAddress?.mailbox
            draft.payment = Payment(draft.isFree(among: types) ? .complimentary : .atTheDoor)
            let order = try work.add(draft, of: event, types: types, request: request, key: key, ring)
            // Every sale locks the event's row, and this sale has locked it by now. So of two concurrent sales, the
            // later one also counts the tickets of the earlier one.
            if let email = order.buyer.emailAddress {
                let reserved = max(
                    try work.connection.tickets.activeCount(
                        of: email, at: event.number, limit: 2 * Storefront.maximumTicketsPerAddress),
                    try work.connection.orders.activeTicketCount(ofVisitor: email.mailbox, at: event.number))
                guard reserved <= Storefront.maximumTicketsPerAddress else {
                    throw StorefrontError.tooManyTickets(limit: Storefront.maximumTicketsPerAddress)
                }
            }
            try reservations.requireShare(for: order, types: types)
            return order
        }
        guard let link = try OrderLink(to: order.number, of: order.event, ring) else {
            throw ManagementError.noSigningKey
        }
        return link
    }

    /// The order of a link; nil if the link is invalid.
    public func order(_ link: OrderLink) throws -> LinkedOrder? {
        guard try link.isValid(ring) else { return nil }
        return try store.read { connection in
            guard let event = try connection.events.with(number: link.event), event.deleted == nil,
                let order = try connection.orders.with(number: link.order, of: event.number)
            else { return nil }
            let tickets = try connection.tickets.all(of: order.number, of: event.number)
            return LinkedOrder(
                event: event, organizer: try Storefront.organizer(of: event, connection), order: order,
                types: try connection.ticketTypes.all(of: event.number),
                tickets: try tickets.map { ticket in
                    LinkedOrder.Entry(ticket: ticket, link: try linkForBuyer(ticket, of: event))
                })
        }
    }

    private func linkForBuyer(_ ticket: Ticket, of event: Event) throws -> TicketLink? {
        guard ticket.status.isActive, ticket.issue == 0 else { return nil }
        do { return try TicketLink(to: ticket, of: event, ring) } catch is SigningError { return nil }
    }

    /// Checks the rules that apply only to public reservations.
    private static func check(_ draft: OrderDraft, of event: Event, types: [TicketType], _ work: UnitOfWork) throws {
        let reserved = try work.connection.orders.reservedTickets(of: event.number, at: work.now)
        // Only visible types are checked, because the public must not learn that a hidden type exists.
        let visible = types.filter { !$0.isHidden }
        var faults = draft.faults(of: event, types: visible, at: work.now)
        for type in visible where draft.lines.contains(where: { $0.type == type.number }) {
            let sale = type.availability(event: event, reserved: reserved[type.number] ?? 0, now: work.now)
            if case .no(let reason) = sale, reason == .soldOut { faults.append(.notOnSale(type.name, reason)) }
        }
        guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
        guard draft.buyer.email != nil else {
            throw StorefrontError.invalid([FieldFault("email", FieldSentence.emailForm)])
        }
        let asked = draft.lines.reduce(0) { $0 + $1.count }
        guard asked <= Storefront.maximumTicketsPerAddress else {
            throw StorefrontError.tooManyTickets(limit: Storefront.maximumTicketsPerAddress)
        }
    }
}

extension OrderDraft {
    /// Whether all requested tickets are free.
    fileprivate func isFree(among types: [TicketType]) -> Bool {
        lines.allSatisfy { line in
            types.allSatisfy { $0.number != line.type || $0.isFree }
        }
    }
}
