/// Money that was paid back to the buyer of an order.
public struct RefundPayment: Hashable, Sendable {
    /// In minor units of the order's currency, more than 0.
    public let amount: Int64
    /// A receipt's or a transfer's number.
    public let reference: String?
    public let paid: Instant
    /// The id of the request that recorded it; nil for a request that can't come again.
    public let request: String?

    public init(amount: Int64, reference: String?, paid: Instant, request: String?) {
        self.amount = amount
        self.reference = reference
        self.paid = paid
        self.request = request
    }

    /// The sum in minor units; the largest number where it can't be counted.
    public static func sum(_ payments: [RefundPayment]) -> Int64 {
        payments.reduce(0) { sum, payment in
            let (next, overflow) = sum.addingReportingOverflow(payment.amount)
            return overflow ? .max : next
        }
    }
}
