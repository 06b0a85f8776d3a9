import Languages
import Store
public import Ticketing

extension OrderService {
    /// Records that money owed to a buyer was paid back, and notifies the buyer.
    ///
    /// - Parameters:
    ///   - amount: the amount paid back; nil for the whole amount still owed.
    ///   - request: an idempotency key; requests with the same key record only one payment. Nil for a request that is
    ///     never repeated.
    /// - Throws: `SalesError.nothingOwed`; `moreThanOwed`; `requestReused` if an earlier request with the same key had
    ///   a different amount or reference; `ManagementError.invalid` for an amount of 0 or in another currency, or an
    ///   invalid reference.
    public func recordRefundPayment(
        _ amount: Money?, ofOrder number: OrderNumber, of event: Event, reference: String? = nil,
        request: String? = nil
    ) throws -> Order {
        try services.perform(.payBackOrder, on: event) { work in
            guard var order = try work.connection.orders.locked(number: number, of: event.number) else {
                throw SalesError.unknownOrder(number)
            }
            try OrderService.checkRefund(amount, reference, of: order)
            let table = work.connection.refundPayments
            // Read the repayments after the order is locked. Before that, another transaction could still record a
            // repayment.
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
            after[OrderAmountField.refundReference.rawValue] = reference
            try work.record(
                AuditSubject(.order, number), of: event.number, before: order.auditFields, after: after)
            if let contact = order.contact {
                try work.notify(
                    contact, .refundProcessed, of: event.number,
                    payload: ["order": "\(number)", "amount": "\(paid)"],
                    uniqueCause: "\(number)/\(earlier.count)")
            }
            return changed
        }
    }

    /// The repayments to an order's buyer, oldest first.
    public func refundPayments(of order: Order, of event: Event) throws -> [RefundPayment] {
        try services.read(.showOrders, on: event) { try $0.refundPayments.all(of: order.number, of: event.number) }
    }

    private static func checkRefund(_ amount: Money?, _ reference: String?, of order: Order) throws {
        var faults = FieldFaults()
        if let amount {
            faults.require(amount.minorUnits > 0, "amount", FaultSentence.aboveZero)
            if let currency = order.currency {
                faults.require(
                    amount.currency == currency, "amount", FaultSentence.orderCurrency, ["currency": .text(currency)])
            }
        }
        faults.require(optional: reference, "reference", atMost: Order.longestReference)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}
