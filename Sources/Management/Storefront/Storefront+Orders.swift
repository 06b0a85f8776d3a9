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
    /// The repayments to the buyer, oldest first.
    public let refunds: [RefundPayment]
    /// The poster and the logo of the event.
    public let pictures: [StoredPicture]

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
    /// grace@example.org and grace+1@example.org, share this limit. If the visitor's orders are confirmed by phone, it
    /// is the maximum number for one phone number.
    public static let maximumTicketsPerAddress = 10

    /// Reserves tickets that are on sale. The tickets are either free or to be paid at the door. If the server can send
    /// a message to the visitor, the visitor gets a link to confirm the order. The tickets are then reserved for 15
    /// minutes, and are issued when the visitor confirms the order (`confirmReservation`). If the server cannot send a
    /// message, the tickets are issued at once. The method does not reveal whether messages to the address were stopped
    /// because an earlier message could not be delivered.
    ///
    /// Anyone can enter any address. So if the visitor gets a link, the result does not depend on the tickets and
    /// orders of the address. It depends only on the number of links that were already sent to the address.
    ///
    /// - Parameters:
    ///   - draft: the order. Its payment is ignored. An order of free tickets is complimentary; any other order is paid
    ///     at the door.
    ///   - request: an idempotency key. A second request with the same key returns the order of the first request.
    ///   - newsText: the version of the consent text that the visitor saw when agreeing to get the organizer's news by
    ///     e-mail; nil if the visitor did not agree. The agreement counts when the visitor confirms the order
    ///     (`NewsConsent`).
    /// - Returns: the order's link.
    /// - Throws: `StorefrontError`, for example `tooManyUnconfirmed`; `SalesError.orderFaults` with all faults;
    ///   `ManagementError.quantityExceeded` or `capacityExceeded`; `SalesError.requestReused`.
    public func reserve(
        _ draft: OrderDraft, of event: EventNumber, request: String, newsText: Int? = nil
    ) throws -> OrderLink {
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
            let address = try confirmationAddress(of: draft.buyer)
            // The links to an address are counted, so transactions that send links must run one after another. This
            // lock comes before all other locks, so that two transactions cannot deadlock.
            if address != nil { try work.serialize() }
            if let made = try work.existingOrder(by: request, draft, of: event.number) {
                try work.setNewsRequest(newsText, with: made)
                return made
            }
            if let over = event.closedReason(at: work.now) { throw over }
            let reservations = VisitorReservations(event: event, work: work)
            try reservations.cancelExpired()
            let types = try work.connection.ticketTypes.all(of: event.number)
            let reserved = try work.connection.orders.reservedTickets(of: event.number, at: work.now)
            try Storefront.check(draft, of: event, types: types, reserved: reserved, at: work.now)
            try reservations.requireOpen(draft, types: types)
            draft.publicBuyerEmail = draft.buyer.emailAddress?.mailbox
            draft.confirmationAddress = address
            if let address {
                try work.requireFewLinks(to: address)
            } else {
                draft.payment = draft.effectivePayment(among: types) ?? Payment(.atTheDoor)
            }
            let order = try work.add(draft, of: event, types: types, request: request, key: key, ring)
            // Every sale locks the event's row, and this sale has locked it by now. So the later of two concurrent
            // sales also counts the tickets of the earlier sale. The limit on an order with a link is checked when the
            // visitor confirms the order. A refusal before that would reveal how many tickets the owner of the address
            // has.
            if order.confirmation == nil { try work.requireAddressLimit(for: order) }
            try reservations.requireShare(for: order, types: types)
            if let confirmation = order.confirmation { try work.sendLink(for: confirmation, of: order, at: event) }
            try work.setNewsRequest(newsText, with: order)
            return order
        }
        guard let link = try OrderLink(to: order.number, of: order.event, ring) else {
            throw ManagementError.noSigningKey
        }
        return link
    }

    /// The order that a link opens; nil if the link is invalid. The link of an order works even if the event was
    /// deleted; the event is then shown as cancelled.
    public func order(_ link: OrderLink) throws -> LinkedOrder? {
        guard try link.isValid(ring) else { return nil }
        return try store.read { connection in
            guard let event = try connection.events.with(number: link.event)?.forVisitors,
                let order = try connection.orders.with(number: link.order, of: event.number)
            else { return nil }
            let tickets = try connection.tickets.all(of: order.number, of: event.number)
            return LinkedOrder(
                event: event, organizer: try Storefront.organizer(of: event, connection), order: order,
                types: try connection.ticketTypes.all(of: event.number),
                tickets: try tickets.map { ticket in
                    LinkedOrder.Entry(
                        ticket: ticket, link: ticket.issue == 0 ? try currentLink(to: ticket, of: event) : nil)
                }, refunds: try connection.refundPayments.all(of: order.number, of: event.number),
                pictures: try connection.pictures.all(of: event.number))
        }
    }

    /// The address to which the link for the confirmation of an order is sent: the e-mail address or, if the server
    /// sends no e-mail, the phone number. Nil if the server cannot send a message to the buyer.
    private func confirmationAddress(of buyer: Buyer) throws -> String? {
        let buyer = buyer.normalized
        if let email = buyer.email, try confirmsReservations(.email) { return email }
        if let phone = buyer.phone, try confirmsReservations(.sms) { return phone }
        return nil
    }

    /// The current link of a ticket; nil if gates refuse the ticket, or if its key is missing or retired.
    func currentLink(to ticket: Ticket, of event: Event) throws -> TicketLink? {
        guard ticket.status.isActive else { return nil }
        do { return try TicketLink(to: ticket, of: event, ring) } catch is SigningError { return nil }
    }

    /// Checks the rules that apply only to public reservations.
    ///
    /// - Parameters:
    ///   - types: all ticket types of the event.
    ///   - reserved: the number of tickets of each type in pending orders that have not expired.
    static func check(
        _ draft: OrderDraft, of event: Event, types: [TicketType], reserved: [TicketTypeNumber: Int], at now: Instant
    ) throws {
        // Only visible types are checked, because the public must not learn that a hidden type exists.
        let visible = types.filter { !$0.isHidden }
        var faults = draft.faults(of: event, types: visible, at: now)
        for type in visible where draft.lines.contains(where: { $0.type == type.number }) {
            let sale = type.availability(event: event, reserved: reserved[type.number] ?? 0, now: now)
            if case .no(let reason) = sale, reason == .soldOut { faults.append(.notOnSale(type.name, reason)) }
        }
        guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
        guard draft.buyer.email != nil else {
            throw StorefrontError.invalid([FieldFault("email", FieldSentence.emailForm)])
        }
        guard !draft.buyer.name.containsWebAddress else {
            throw StorefrontError.invalid([FieldFault("name", FaultSentence.nameWithoutAddress)])
        }
        let asked = draft.lines.reduce(0) { $0 + $1.count }
        guard asked <= Storefront.maximumTicketsPerAddress else {
            throw StorefrontError.tooManyTickets(limit: Storefront.maximumTicketsPerAddress)
        }
    }
}

extension UnitOfWork {
    /// Checks that a visitor's address does not have more tickets of the order's event than allowed. The tickets of the
    /// order itself are counted, too.
    ///
    /// If the visitor confirmed the order with a link, the method counts the tickets of the address to which the link
    /// was sent: all tickets with the e-mail address or, if the link was sent to a phone number, the tickets in orders
    /// that were confirmed with this number. If the order has no link, the visitor possibly entered the address of
    /// another person. So the method counts only tickets that visitors have reserved with the mailbox, and not the
    /// tickets that the organizer has sold or given to this person.
    ///
    /// - Parameter order: an order whose tickets are issued. The caller must have locked the event's row.
    /// - Throws: `StorefrontError.tooManyTickets`.
    func requireAddressLimit(for order: Order) throws {
        let (event, limit) = (order.event, Storefront.maximumTicketsPerAddress)
        var counts: [Int] = []
        if let confirmation = order.confirmation, confirmation.address != order.buyer.email {
            counts.append(try connection.orders.activeTicketCount(confirmedBy: confirmation.address, at: event))
        } else if let email = order.buyer.emailAddress {
            counts.append(try connection.orders.activeTicketCount(ofVisitor: email.mailbox, at: event))
            if order.confirmation != nil {
                counts.append(try connection.tickets.activeCount(of: email, at: event, limit: 2 * limit))
            }
        }
        guard counts.allSatisfy({ $0 <= limit }) else { throw StorefrontError.tooManyTickets(limit: limit) }
    }
}
