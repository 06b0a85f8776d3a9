import Store
public import TicketToken
public import Ticketing

extension Office {
    /// Makes an order at today's prices. Without a payment it is pending and holds its places for half an hour; with one,
    /// its tickets are issued at once – with “at the door”, unpaid.
    ///
    /// - Parameters:
    ///   - ring: signs the tickets; nil when the order is to be paid later.
    ///   - request: the same id gives the same order again, however often it is sent; nil for a request that can't come
    ///     again.
    /// - Throws: `SalesError.orderFaults` with everything that is wrong; `ManagementError.quantityExceeded` or
    ///   `capacityExceeded` with the numbers; `SalesError.requestReused`.
    public func createOrder(
        _ draft: OrderDraft, of event: Event, signingWith ring: KeyRing? = nil, publicKeys: PublicKeyUse = .refused,
        request: String? = nil
    ) throws -> Order {
        let key = try draft.payment.map { _ in try Office.signingKey(of: ring, publicKeys) }
        return try perform(.createOrder, on: event) { work in
            if let made = try work.made(by: request, draft, of: event.number) { return made }
            guard let event = try work.connection.events.with(number: event.number) else {
                throw ManagementError.unknownEvent(event.slug, known: [])
            }
            let types = try work.connection.ticketTypes.all(of: event.number)
            return try work.add(draft, of: event, types: types, request: request, key: key, ring)
        }
    }

    /// An order, as it is now.
    public func order(_ number: OrderNumber, of event: Event) throws -> Order {
        try look(.showOrders, on: event) { connection in
            guard let order = try connection.orders.with(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            return order
        }
    }

    /// The tickets of an order, by code.
    public func tickets(of order: Order, of event: Event) throws -> [Ticket] {
        try look(.showOrders, on: event) { try $0.tickets.all(of: order.number, of: event.number) }
    }

    /// The tickets of an order for members who sell, and so may have what opens a gate, whether or not they may see orders.
    public func soldTickets(of order: Order, of event: Event) throws -> [Ticket] {
        try look(.showTokens, on: event) { try $0.tickets.all(of: order.number, of: event.number) }
    }

    /// At most `limit` orders, oldest first, those after one of them.
    ///
    /// - Throws: `SalesError.unknownOrder` where there is none of that number.
    public func orders(of event: Event, after last: OrderNumber? = nil, limit: Int) throws -> [Order] {
        try look(.showOrders, on: event) { connection in
            let last = try last.map { number in
                guard let order = try connection.orders.with(number: number, of: event.number) else {
                    throw SalesError.unknownOrder(number)
                }
                return order
            }
            return try connection.orders.page(of: event.number, after: last, limit: limit)
        }
    }

    /// Hands over an event's orders one by one, oldest first.
    public func forEachOrder(of event: Event, _ body: (Order) throws -> Void) throws {
        try forEachPage { last in
            try look(.showOrders, on: event) {
                try $0.orders.page(of: event.number, after: last, limit: 1000)
            }
        } body: {
            try body($0)
        }
    }

    static func signingKey(of ring: KeyRing?, _ publicKeys: PublicKeyUse) throws -> UInt8 {
        guard let ring else { throw ManagementError.noSigningKey }
        return try signingKey(of: ring, publicKeys)
    }
}

extension Work {
    /// The order that a request made before; nil when it is new, or can't come again.
    ///
    /// - Throws: `SalesError.requestReused` when it asked for something else.
    func made(by request: String?, _ draft: OrderDraft, of event: EventNumber) throws -> Order? {
        guard let request, let made = try connection.orders.with(request: request, of: event) else { return nil }
        return try made.matching(draft, request)
    }

    /// Makes an order, and takes or holds its places.
    ///
    /// - Parameters:
    ///   - types: of the event, as they are now; their prices hold.
    ///   - key: signs the tickets, with the ring; nil when the order is to be paid later.
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
            // The same request was faster elsewhere.
            if let made = try made(by: request, draft, of: event.number) { return made }
        } while true
        let stock = stock(of: event.number)
        try stock.endExpiredHolds(event)
        if let payment = draft.payment, let key, let ring {
            try stock.take(Stock.Need(order))
            try connection.knownKeys.remember(ring.checkValues)
            order = try issue(order, payment, types: types, key: key)
            try orders.update(order)
        } else {
            try stock.hold(Stock.Need(order))
        }
        try record(AuditSubject(.order, order.number), of: event.number, after: order.auditFields)
        try tell(order, title: event.details.title)
        return order
    }
}

extension Order {
    /// This order, for a request that comes again.
    ///
    /// - Throws: `SalesError.requestReused` when the request asked for something else.
    fileprivate func matching(_ draft: OrderDraft, _ request: String) throws -> Order {
        let asked = draft.lines.sorted { $0.type < $1.type }
        guard lines.map({ OrderDraft.Line(type: $0.type, count: $0.count) }) == asked, buyer.name == draft.name,
            buyer.email == draft.email.flatMap({ EmailAddress(rawValue: $0) }),
            buyer.phone == draft.phone.flatMap({ PhoneNumber(rawValue: $0) }),
            draft.payment == nil || draft.payment == payment || isSettledAtTheDoor(draft.payment)
        else { throw SalesError.requestReused(request) }
        return self
    }

    /// Whether what was to be paid at the door was paid since in another way.
    private func isSettledAtTheDoor(_ asked: Payment?) -> Bool {
        asked?.method == .atTheDoor && paid != nil
    }
}
