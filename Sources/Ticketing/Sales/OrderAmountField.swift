/// A field in the audit records of orders that contains an amount or the reference of a refund payment. The raw values
/// are the names of these fields. The fields of the buyer and of the payment are in `Buyer` and `Payment`.
package enum OrderAmountField: String, Hashable, Sendable, CaseIterable {
    case total
    case amountPaid = "amount_paid"
    case refundOwed = "refund_owed"
    case refundPaid = "refund_paid"
    /// The reference of a refund payment, such as the number of a receipt.
    case refundReference = "refund_reference"

    /// The right that a member needs to see the field.
    package var visibleTo: Role.Right { Buyer.visibleTo }

    /// The names of the fields that a reader with these rights may not see.
    static func hiddenNames(with rights: Set<Role.Right>) -> Set<String> {
        Set(allCases.filter { !rights.contains($0.visibleTo) }.map(\.rawValue))
    }
}
