import Store
public import Ticketing

/// Which tickets of an order are given back.
public enum RefundScope: Hashable, Sendable {
    /// Those that stand.
    case all
    case tickets([TicketCode])
}

extension Office {
    /// Takes tickets of a paid order back: they open no gate any more, their places are free again, and what was paid for
    /// them is owed to the buyer.
    ///
    /// - Throws: `SalesError.notRefundable` unless the order is paid; `ticketOfAnother`; `nothingToRefund`;
    ///   `ManagementError.notIssued` for a ticket that does not stand any more.
    public func refund(
        _ scope: RefundScope, ofOrder number: OrderNumber, of event: Event, note: String?
    ) throws -> EndedTickets {
        let note = try Office.checked(note: note)
        return try perform(.refundOrder, on: event) { work in
            guard let order = try work.connection.orders.locked(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            guard order.status == .paid || order.status == .partlyRefunded else {
                throw SalesError.notRefundable(number, order.status)
            }
            let tickets = try work.connection.tickets.all(of: number, of: event.number)
            let codes: [TicketCode]
            switch scope {
            case .all: codes = tickets.filter(\.status.stands).map(\.code)
            case .tickets(let named):
                let own = Set(tickets.map(\.code))
                if let foreign = named.first(where: { !own.contains($0) }) {
                    throw SalesError.ticketOfAnother(foreign, number)
                }
                codes = Set(named).sorted { $0.serial < $1.serial }
            }
            guard !codes.isEmpty else { throw SalesError.nothingToRefund(number) }
            return try work.end(codes, of: event.number, as: .refunded, note: note)
        }
    }

    /// Cancels a pending order: what it holds is free again, and tickets that were to be paid at the door open no gate.
    ///
    /// - Throws: `SalesError.notCancellable` unless it is pending: what is paid is refunded.
    public func cancelOrder(_ number: OrderNumber, of event: Event, note: String?) throws -> Order {
        let note = try Office.checked(note: note)
        return try perform(.cancelOrder, on: event) { work in
            guard let order = try work.connection.orders.locked(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            guard order.status == .pending else { throw SalesError.notCancellable(number, order.status) }
            return try work.cancel(order, note: note)
        }
    }
}

extension Work {
    /// Cancels a pending order that is locked: gives back what it holds, and ends its tickets.
    func cancel(_ order: Order, note: String?) throws -> Order {
        let event = order.event
        if order.isHolding { try stock(of: event).endHold(Stock.Need(order)) }
        let standing = try connection.tickets.all(of: order.number, of: event).filter(\.status.stands)
        var ended = order
        if !standing.isEmpty {
            ended = try end(standing.map(\.code), of: event, as: .cancelled, note: note).orders.first ?? order
        }
        var cancelled = ended
        cancelled.status = .cancelled
        cancelled.isHolding = false
        cancelled.expires = nil
        try connection.orders.update(cancelled)
        try record(
            AuditSubject(.order, order.number), of: event, before: ended.auditFields, after: cancelled.auditFields)
        try tell(cancelled)
        return cancelled
    }
}
