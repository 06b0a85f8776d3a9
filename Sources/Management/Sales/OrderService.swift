import Store
public import TicketToken
public import Ticketing

/// Orders and their payments, cancellations and refunds.
public struct OrderService: Sendable {
    let services: ManagementServices

    /// Creates an order at current prices. Without a payment, the order is pending, and reserves its tickets for half
    /// an hour. With a payment, its tickets are issued at once. If the payment method is “at the door”, the issued
    /// tickets are still unpaid. If all tickets are free and the draft has no payment, the order is complimentary, and
    /// its tickets are issued at once (`OrderDraft.effectivePayment`).
    ///
    /// - Parameters:
    ///   - ring: the keys that sign the tickets. They are not used if the order is pending, so nil is then allowed.
    ///   - request: an idempotency key. A second request with the same key returns the order of the first request. Nil
    ///     for a request that is never repeated.
    /// - Throws: `SalesError.orderFaults` with all faults; `ManagementError.quantityExceeded` or `capacityExceeded`
    ///   with the requested and the remaining quantity; `ManagementError.noSigningKey` if tickets are to be issued and
    ///   `ring` is nil; `SalesError.requestReused` if an earlier request with the same key had different contents.
    public func createOrder(
        _ draft: OrderDraft, of event: Event, signingWith ring: KeyRing? = nil, publicKeys: PublicKeyUse = .refused,
        request: String? = nil
    ) throws -> Order {
        try services.perform(.createOrder, on: event) { work in
            if let made = try work.existingOrder(by: request, draft, of: event.number) { return made }
            guard let event = try work.connection.events.with(number: event.number) else {
                throw ManagementError.unknownEvent(event.slug, known: [])
            }
            let types = try work.connection.ticketTypes.all(of: event.number)
            var complete = draft
            complete.payment = draft.effectivePayment(among: types)
            let faults = complete.faults(of: event, types: types, at: work.now)
            guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
            let key = try complete.payment.map { _ in try ManagementServices.signingKey(of: ring, publicKeys) }
            return try work.add(complete, of: event, types: types, request: request, key: key, ring)
        }
    }

    /// The current state of an order.
    public func order(_ number: OrderNumber, of event: Event) throws -> Order {
        try services.read(.showOrders, on: event) { connection in
            guard let order = try connection.orders.with(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            return order
        }
    }

    /// The tickets of an order, ordered by code.
    public func tickets(of order: Order, of event: Event) throws -> [Ticket] {
        try services.read(.showOrders, on: event) { try $0.tickets.all(of: order.number, of: event.number) }
    }

    /// The tickets of an order, for members who are allowed to sell. Unlike `tickets`, this method does not require the
    /// right to see orders.
    public func soldTickets(of order: Order, of event: Event) throws -> [Ticket] {
        try services.read(.showTokens, on: event) { try $0.tickets.all(of: order.number, of: event.number) }
    }

    /// At most `limit` orders that follow the order `last`, oldest first.
    ///
    /// - Throws: `SalesError.unknownOrder` if there is no order with that number.
    public func orders(of event: Event, after last: OrderNumber? = nil, limit: Int) throws -> [Order] {
        try services.read(.showOrders, on: event) { connection in
            try connection.orders.page(
                of: event.number, after: OrderService.order(last, of: event, connection), limit: limit)
        }
    }

    /// At most `limit` orders that match typed text (`Order.matches`) and follow the order `last`, oldest first. The
    /// orders need not have tickets: pending and unconfirmed orders are found too. Reads every order of the event.
    ///
    /// - Throws: `SalesError.unknownOrder` if there is no order with the number `last`.
    public func orders(
        of event: Event, typed text: String, after last: OrderNumber? = nil, limit: Int
    ) throws -> [Order] {
        try services.read(.showOrders, on: event) { connection in
            try connection.orders.page(
                of: event.number, after: OrderService.order(last, of: event, connection), limit: limit
            ) { $0.matches(by: text) }
        }
    }

    private static func order(
        _ number: OrderNumber?, of event: Event, _ connection: any StoreConnection
    ) throws -> Order? {
        guard let number else { return nil }
        guard let order = try connection.orders.with(number: number, of: event.number) else {
            throw SalesError.unknownOrder(number)
        }
        return order
    }

    /// Passes an event's orders to a closure one by one, oldest first.
    public func forEachOrder(of event: Event, _ body: (Order) throws -> Void) throws {
        try forEachPage { last in
            try services.read(.showOrders, on: event) {
                try $0.orders.page(of: event.number, after: last, limit: 1000)
            }
        } body: {
            try body($0)
        }
    }
}

extension ManagementServices {
    static func signingKey(of ring: KeyRing?, _ publicKeys: PublicKeyUse) throws -> UInt8 {
        guard let ring else { throw ManagementError.noSigningKey }
        return try ManagementServices.signingKey(of: ring, publicKeys)
    }
}

extension UnitOfWork {
    /// The order that an earlier request with the same idempotency key created; nil if there is no such order, or if
    /// the request has no key.
    ///
    /// - Throws: `SalesError.requestReused` if the earlier request had different contents.
    func existingOrder(by request: String?, _ draft: OrderDraft, of event: EventNumber) throws -> Order? {
        guard let request, let made = try connection.orders.with(request: request, of: event) else { return nil }
        return try made.requireMatching(draft, request)
    }

    /// Creates an order, and allocates or reserves its tickets. Notifies the buyer, unless the order must be confirmed
    /// first.
    ///
    /// - Parameters:
    ///   - types: the event's current ticket types, which determine the prices.
    ///   - key: the number of the signing key; nil if the order is to be paid later.
    func add(
        _ draft: OrderDraft, of event: Event, types: [TicketType], request: String?, key: UInt8?, _ ring: KeyRing?
    ) throws -> Order {
        let orders = connection.orders
        var random = SystemRandomNumberGenerator()
        var order: Order
        repeat {
            switch draft.order(.random(using: &random), of: event, types: types, request: request, at: now) {
            case .success(let found): order = found
            case .failure(let faults): throw SalesError.orderFaults(faults.all)
            }
            if try orders.insert(order) { break }
            // The insertion also fails if a concurrent transaction has processed the same request.
            if let made = try existingOrder(by: request, draft, of: event.number) { return made }
        } while true
        let stock = stock(of: event.number)
        try stock.releaseExpiredReservations(event)
        if let payment = draft.payment, let key, let ring {
            try stock.allocate(Stock.StockRequirement(order))
            try connection.knownKeys.record(ring.checkValues)
            order = try issue(order, payment, types: types, key: key)
            try orders.update(order)
        } else {
            try stock.reserve(Stock.StockRequirement(order))
        }
        try record(AuditSubject(.order, order.number), of: event.number, after: order.auditFields)
        try notifyBuyer(order, title: event.details.title)
        return order
    }
}

extension Order {
    /// Returns this order, which an earlier request created, if the repeated request has the same contents.
    ///
    /// - Throws: `SalesError.requestReused` if the request differs.
    fileprivate func requireMatching(_ draft: OrderDraft, _ request: String) throws -> Order {
        let asked = draft.lines.sorted { $0.type < $1.type }
        guard lines.map({ OrderDraft.Line(type: $0.type, count: $0.count) }) == asked,
            buyer == draft.buyer.normalized,
            draft.payment == nil || draft.payment == payment || isSettledAtTheDoor(draft.payment)
        else { throw SalesError.requestReused(request) }
        return self
    }

    /// Whether a repeated request asks for payment at the door, but this order was paid in the meantime.
    private func isSettledAtTheDoor(_ asked: Payment?) -> Bool {
        asked?.method == .atTheDoor && paid != nil
    }
}
