import Store
public import TicketToken
public import Ticketing

extension OrderService {
    /// Records the payment of a pending order, and issues the order's tickets. If the buyer was to pay at the door, the
    /// tickets are already issued, and are marked as paid. An order whose reservation has expired can be paid if there
    /// is enough capacity left.
    ///
    /// - Parameters:
    ///   - ring: the keys that sign the tickets; required unless the tickets are already issued.
    ///   - request: an idempotency key. A second request with the same key and payment changes nothing, and returns the
    ///     order. Nil for a request that is never repeated.
    /// - Throws: `SalesError.notPayable` if the order is not pending; `ManagementError.quantityExceeded` or
    ///   `capacityExceeded` if the reservation has expired and other buyers took the last tickets.
    public func pay(
        _ number: OrderNumber, of event: Event, _ payment: Payment, signingWith ring: KeyRing?,
        publicKeys: PublicKeyUse = .refused, request: String? = nil
    ) throws -> Order {
        let faults = payment.limitFaults
        guard faults.isEmpty else { throw SalesError.orderFaults(faults.map(OrderFault.field)) }
        return try services.perform(.payOrder, on: event) { work in
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
            try stock.releaseExpiredReservation(of: &order)
            var paid = order
            if order.isDueAtTheDoor {
                guard payment.method != .atTheDoor else { throw SalesError.alreadyAtTheDoor(number) }
                paid = try work.markPaidAtDoor(order, payment)
            } else {
                let key = try ManagementServices.signingKey(of: ring, publicKeys)
                let need = Stock.StockRequirement(order)
                if order.holdsReservation { try stock.issueReserved(need) } else { try stock.allocate(need) }
                let types = try work.connection.ticketTypes.all(of: event.number)
                try ring.map { try work.connection.knownKeys.record($0.checkValues) }
                paid = try work.issue(order, payment, types: types, key: key)
            }
            paid.paymentRequest = request
            try work.connection.orders.update(paid)
            try work.record(
                AuditSubject(.order, number), of: event.number, before: order.auditFields, after: paid.auditFields)
            try work.notifyBuyer(paid, title: event.details.title)
            try work.notifyOfPayment(paid, title: event.details.title)
            return paid
        }
    }
}

extension UnitOfWork {
    /// Issues the tickets of an order, applies the payment, and queues the messages about the sale. The caller must
    /// have allocated the capacity before, and must store the returned order.
    func issue(
        _ order: Order, _ payment: Payment, types: [TicketType], key: UInt8
    ) throws -> Order {
        var issued = order
        issued.payment = payment
        issued.holdsReservation = false
        issued.expires = nil
        var issue = TicketIssuance(self, event: order.event, types: types, key: key)
        try issue.add(issued, due: payment.method == .atTheDoor ? .later : .nothing)
        if payment.method != .atTheDoor {
            issued.status = .paid
            issued.paid = now
            issued.amountPaid = payment.method == .complimentary ? 0 : order.total
        }
        try notifyOfSale(issued)
        return issued
    }

    /// Applies the payment of an order that was to be paid at the door, and marks its active tickets as paid. The
    /// caller must store the order.
    fileprivate func markPaidAtDoor(_ order: Order, _ payment: Payment) throws -> Order {
        let active = try connection.tickets.all(of: order.number, of: order.event).filter(\.status.isActive)
        try connection.tickets.markPaid(order.number, of: order.event, as: payment.method)
        var paid = order
        paid.payment = payment
        paid.status = .paid
        paid.paid = now
        paid.amountPaid =
            payment.method == .complimentary ? 0 : active.reduce(0) { $0 + ($1.sale?.due?.minorUnits ?? 0) }
        return paid
    }

    /// Notifies the buyer of the order's status. Does nothing if the order waits for the buyer's confirmation, because
    /// the message with the confirmation link also states the status.
    ///
    /// - Parameter title: the event's title; nil if it must be read from the store.
    func notifyBuyer(_ order: Order, title: String? = nil) throws {
        guard let contact = order.contact, !order.awaitsConfirmation else { return }
        let kind: Notice.Kind =
            switch order.status {
            case .pending: .orderPending
            case .cancelled: .orderCancelled
            case .paid, .partlyRefunded, .refunded: .orderPaid
            }
        var payload: AuditFields = ["order": "\(order.number)", "tickets": "\(order.tickets)"]
        payload["total"] = order.money(order.payment?.method == .complimentary ? 0 : order.total)?.description
        payload["expires"] = order.expires?.auditValue
        payload["title"] = title
        try notify(contact, kind, of: order.event, payload: payload, uniqueCause: "\(order.number)")
    }
}
