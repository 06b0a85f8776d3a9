/// A refund that was paid to the buyer of an order.
public struct RefundPayment: Hashable, Sendable {
    /// The amount in minor units of the order's currency, greater than 0.
    public let amount: Int64
    /// The number of a receipt or a bank transfer.
    public let reference: String?
    public let paid: Instant
    /// The idempotency id of the request that recorded the refund; nil if the request had no id.
    public let request: String?

    public init(amount: Int64, reference: String?, paid: Instant, request: String?) {
        self.amount = amount
        self.reference = reference
        self.paid = paid
        self.request = request
    }

    /// The sum of the refunded amounts, in minor units; `Int64.max` if the sum is too large for `Int64`.
    public static func sum(_ payments: [RefundPayment]) -> Int64 {
        payments.reduce(0) { sum, payment in
            let (next, overflow) = sum.addingReportingOverflow(payment.amount)
            return overflow ? .max : next
        }
    }
}
