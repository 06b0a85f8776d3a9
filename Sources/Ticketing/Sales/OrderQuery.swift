/// The filters and the sorting of a list of an event's orders.
public struct OrderQuery: Hashable, Sendable {
    /// A column by which a list of orders can be sorted. Orders with equal values are sorted by the time of their
    /// creation, and then by their number. The raw values are used in URLs, such as `sort=total`.
    public enum Column: String, Hashable, Sendable, CaseIterable {
        case number
        /// The buyer's name, without case and accents.
        case buyer
        case tickets
        /// The sum of the order's prices, in minor units. The currency is ignored.
        case total
        /// The name of the status.
        case status
        /// The name of the payment method. Orders without a payment come first.
        case method
        case created
        /// The time of payment. Orders that are not paid come first.
        case paid
    }

    public var column: Column
    public var isDescending: Bool
    /// The statuses of the listed orders; empty to list orders of every status.
    public var statuses: Set<Order.Status>
    /// The payment methods of the listed orders; empty to list all orders, even those without a payment.
    public var methods: Set<Payment.Method>

    public init(
        sortedBy column: Column = .created, descending isDescending: Bool = false, statuses: Set<Order.Status> = [],
        methods: Set<Payment.Method> = []
    ) {
        self.column = column
        self.isDescending = isDescending
        self.statuses = statuses
        self.methods = methods
    }
}
