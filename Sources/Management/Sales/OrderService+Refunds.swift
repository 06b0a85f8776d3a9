import Store
public import Ticketing

/// The tickets of an order that are to be refunded.
public enum RefundScope: Hashable, Sendable {
    /// All active tickets.
    case all
    case tickets([TicketCode])
}

extension OrderService {
    /// Refunds tickets of a paid order: makes them invalid, frees their capacity, and adds the price paid to the amount
    /// owed to the buyer.
    ///
    /// - Throws: `SalesError.notRefundable` unless the order is paid; `ticketOfAnother` for a ticket of another order;
    ///   `nothingToRefund` if the order has no active ticket; `ManagementError.notIssued` for a ticket that is already
    ///   cancelled or refunded.
    public func refund(
        _ scope: RefundScope, ofOrder number: OrderNumber, of event: Event, note: String?
    ) throws -> EndedTickets {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.refundOrder, on: event) { work in
            let codes = try work.refundableCodes(scope, ofOrder: number, of: event.number)
            return try work.endTickets(codes, of: event.number, as: .refunded, note: note)
        }
    }

    /// Cancels a pending order: releases its reservation, and cancels its tickets that were to be paid at the door.
    ///
    /// - Throws: `SalesError.notCancellable` unless the order is pending; use `refund` for a paid order.
    public func cancelOrder(_ number: OrderNumber, of event: Event, note: String?) throws -> Order {
        let note = try ManagementServices.validated(note: note)
        return try services.perform(.cancelOrder, on: event) { work in
            try work.cancel(try work.cancellableOrder(number, of: event.number), note: note)
        }
    }
}

extension UnitOfWork {
    /// Locks an order, and returns the codes of the tickets that are refunded.
    ///
    /// - Throws: the same errors as `OrderService.refund`, except `ManagementError.notIssued`.
    func refundableCodes(
        _ scope: RefundScope, ofOrder number: OrderNumber, of event: EventNumber
    ) throws -> [TicketCode] {
        guard let order = try connection.orders.locked(number: number, of: event) else {
            throw SalesError.unknownOrder(number)
        }
        guard order.isRefundable else { throw SalesError.notRefundable(number, order.status) }
        let tickets = try connection.tickets.all(of: number, of: event)
        let codes: [TicketCode]
        switch scope {
        case .all: codes = tickets.filter(\.status.isActive).map(\.code)
        case .tickets(let named):
            let own = Set(tickets.map(\.code))
            if let foreign = named.first(where: { !own.contains($0) }) {
                throw SalesError.ticketOfAnother(foreign, number)
            }
            codes = Set(named).sorted { $0.serial < $1.serial }
        }
        guard !codes.isEmpty else { throw SalesError.nothingToRefund(number) }
        return codes
    }

    /// Locks and returns an order that can be cancelled.
    ///
    /// - Throws: `SalesError.unknownOrder`; `SalesError.notCancellable` unless the order is pending.
    func cancellableOrder(_ number: OrderNumber, of event: EventNumber) throws -> Order {
        guard let order = try connection.orders.locked(number: number, of: event) else {
            throw SalesError.unknownOrder(number)
        }
        guard order.status == .pending else { throw SalesError.notCancellable(number, order.status) }
        return order
    }

    /// Cancels a pending, locked order: releases its reservation and cancels its tickets. Notifies the buyer, unless
    /// the order still waits for its confirmation. Anyone can enter any address, so the address of an unconfirmed order
    /// gets only the message with the confirmation link.
    ///
    /// - Parameter isLapse: whether the order is cancelled because it was not paid in time.
    func cancel(_ order: Order, note: String?, isLapse: Bool = false) throws -> Order {
        let event = order.event
        if order.holdsReservation { try stock(of: event).releaseReservation(Stock.StockRequirement(order)) }
        let active = try connection.tickets.all(of: order.number, of: event).filter(\.status.isActive)
        var ended = order
        if !active.isEmpty {
            ended = try endTickets(active.map(\.code), of: event, as: .cancelled, note: note).orders.first ?? order
        }
        var cancelled = ended
        cancelled.status = .cancelled
        cancelled.holdsReservation = false
        cancelled.expires = nil
        try connection.orders.update(cancelled)
        try record(
            AuditSubject(.order, order.number), of: event, before: ended.auditFields, after: cancelled.auditFields)
        guard !order.awaitsConfirmation else { return cancelled }
        if isLapse { try notifyOfLapse(order) } else { try notifyBuyer(cancelled) }
        return cancelled
    }
}
