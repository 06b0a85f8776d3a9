/// A field of a ticket that comes from the ticket's sale. The raw values are used in JSON and in audit records.
public enum TicketSaleField: String, Hashable, Sendable, CaseIterable {
    case order, price
    /// The amount that the holder must still pay at the door.
    case due

    /// The right that a member needs to see the field. Members who may not see orders need only the amount that is due,
    /// because gates collect it.
    public var visibleTo: Role.Right {
        switch self {
        case .order, .price: Buyer.visibleTo
        case .due: HolderDetails.visibleTo
        }
    }

    /// The fields that a reader with these rights may see.
    public static func visible(with rights: Set<Role.Right>) -> Set<TicketSaleField> {
        Set(allCases.filter { rights.contains($0.visibleTo) })
    }

    /// The names of the fields that a reader with these rights may not see.
    static func hiddenNames(with rights: Set<Role.Right>) -> Set<String> {
        Set(Set(allCases).subtracting(visible(with: rights)).map(\.rawValue))
    }
}
