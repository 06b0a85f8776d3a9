import Store
public import Ticketing

extension Office {
    /// Records that money which is owed to a buyer was paid back. No notice is queued.
    ///
    /// - Parameters:
    ///   - amount: nil is all that is still owed.
    ///   - request: the same id records it once, however often it is sent; nil for a request that can't come again.
    /// - Throws: `SalesError.nothingOwed`; `moreThanOwed`; `requestReused` for another amount or reference;
    ///   `ManagementError.invalid` for an amount of 0 or in another currency, and for a reference that can't be stored.
    public func payBack(
        _ amount: Money?, ofOrder number: OrderNumber, of event: Event, reference: String? = nil,
        request: String? = nil
    ) throws -> Order {
        try perform(.payBackOrder, on: event) { work in
            guard var order = try work.connection.orders.locked(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            try Office.checkRefund(amount, reference, of: order)
            let table = work.connection.refundPayments
            // Read behind the lock: another payment may have been recorded while this one waited.
            let earlier = try table.all(of: number, of: event.number)
            order.refundPaid = RefundPayment.sum(earlier)
            if let request, let made = earlier.first(where: { $0.request == request }) {
                guard made.reference == reference, amount == nil || amount?.minorUnits == made.amount else {
                    throw SalesError.requestReused(request)
                }
                return order
            }
            guard let owed = order.money(order.refundLeft), owed.minorUnits > 0 else {
                throw SalesError.nothingOwed(number)
            }
            let paid = amount ?? owed
            guard paid.minorUnits <= owed.minorUnits else { throw SalesError.moreThanOwed(number, paid, owed: owed) }
            try table.add(
                RefundPayment(amount: paid.minorUnits, reference: reference, paid: work.now, request: request),
                number: earlier.count, to: number, of: event.number)
            var changed = order
            changed.refundPaid += paid.minorUnits
            var after = changed.auditFields
            after["refund_reference"] = reference
            try work.record(
                AuditSubject(.order, number), of: event.number, before: order.auditFields, after: after)
            return changed
        }
    }

    /// The payments back to an order's buyer, oldest first.
    public func refundPayments(of order: Order, of event: Event) throws -> [RefundPayment] {
        try look(.showOrders, on: event) { try $0.refundPayments.all(of: order.number, of: event.number) }
    }

    private static func checkRefund(_ amount: Money?, _ reference: String?, of order: Order) throws {
        var faults = FieldFaults()
        if let amount {
            faults.demand(amount.minorUnits > 0, "amount", "more than 0")
            if let currency = order.currency {
                faults.demand(amount.currency == currency, "amount", "in \(currency), as the order is")
            }
        }
        faults.demand(optional: reference, "reference", atMost: Order.longestReference)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}
