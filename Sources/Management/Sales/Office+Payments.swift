import Store
public import TicketToken
public import Ticketing

extension Office {
    /// Pays a pending order: issues its tickets, or, when they were issued to be paid at the door, notes that they are paid.
    /// One whose hold has expired is paid all the same when its places are still left.
    ///
    /// - Parameters:
    ///   - ring: signs the tickets; needed unless they were issued before.
    ///   - request: the same id with the same payment gives the same answer again; nil for a request that can't come
    ///     again.
    /// - Throws: `SalesError.notPayable`; `ManagementError.quantityExceeded` or `capacityExceeded` when the hold has expired
    ///   and the places are gone.
    public func pay(
        _ number: OrderNumber, of event: Event, _ payment: Payment, signingWith ring: KeyRing?,
        publicKeys: PublicKeyUse = .refused, request: String? = nil
    ) throws -> Order {
        if let fault = payment.referenceFault { throw SalesError.orderFaults([.reference(fault)]) }
        return try perform(.payOrder, on: event) { work in
            let stock = work.stock(of: event.number)
            guard var order = try work.connection.orders.locked(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            if let request, order.paymentRequest == request {
                guard order.payment == payment else { throw SalesError.requestReused(request) }
                return order
            }
            guard order.status == .pending else { throw SalesError.notPayable(number, order.status) }
            let event = try work.connection.events.with(number: event.number) ?? event
            guard event.status != .cancelled else { throw ManagementError.eventCancelled }
            try stock.endExpiredHold(of: &order)
            var paid = order
            if order.isPaidAtTheDoor {
                guard payment.method != .atTheDoor else { throw SalesError.alreadyAtTheDoor(number) }
                paid = try work.settle(order, payment)
            } else {
                let key = try Office.signingKey(of: ring, publicKeys)
                let need = Stock.Need(order)
                if order.isHolding { try stock.issueHeld(need) } else { try stock.take(need) }
                let types = try work.connection.ticketTypes.all(of: event.number)
                try ring.map { try work.connection.knownKeys.remember($0.checkValues) }
                paid = try work.issue(order, payment, types: types, key: key)
            }
            paid.paymentRequest = request
            try work.connection.orders.update(paid)
            try work.record(
                AuditSubject(.order, number), of: event.number, before: order.auditFields, after: paid.auditFields)
            try work.tell(paid, title: event.details.title)
            return paid
        }
    }
}

extension Work {
    /// Issues the tickets of an order whose places are taken, as its payment says. The order is still to be stored.
    func issue(
        _ order: Order, _ payment: Payment, types: [TicketType], key: UInt8
    ) throws -> Order {
        var issued = order
        issued.payment = payment
        issued.isHolding = false
        issued.expires = nil
        var issue = Issue(self, event: order.event, types: types, key: key)
        try issue.add(issued, due: payment.method == .atTheDoor ? .later : .nothing)
        if payment.method != .atTheDoor {
            issued.status = .paid
            issued.paid = now
            issued.amountPaid = payment.method == .complimentary ? 0 : order.total
        }
        return issued
    }

    /// Notes that what was to be paid at the door is paid: what still stands of it. The order is still to be stored.
    fileprivate func settle(_ order: Order, _ payment: Payment) throws -> Order {
        let standing = try connection.tickets.all(of: order.number, of: order.event).filter(\.status.stands)
        try connection.tickets.settle(order.number, of: order.event, as: payment.method)
        var paid = order
        paid.payment = payment
        paid.status = .paid
        paid.paid = now
        paid.amountPaid =
            payment.method == .complimentary ? 0 : standing.reduce(0) { $0 + ($1.sale?.due?.minorUnits ?? 0) }
        return paid
    }

    /// Tells the buyer how their order stands.
    ///
    /// - Parameter title: of the event; nil is looked up.
    func tell(_ order: Order, title: String? = nil) throws {
        guard let contact = order.buyer.contact else { return }
        let kind: Notice.Kind =
            switch order.status {
            case .pending: .orderPending
            case .cancelled: .orderCancelled
            case .paid, .partlyRefunded, .refunded: .orderPaid
            }
        var payload: AuditFields = ["order": "\(order.number)", "tickets": "\(order.tickets)"]
        payload["total"] = order.money(order.payment?.method == .complimentary ? 0 : order.total)?.description
        payload["expires"] = order.expires?.auditText
        payload["title"] = title
        try notify(contact, kind, of: order.event, payload: payload, cause: "\(order.number)")
    }
}
