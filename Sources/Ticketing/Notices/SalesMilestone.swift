/// The numbers of sold tickets about which organizers get a message: `NoticePolicy.firstMilestone`, and each greater
/// multiple of `NoticePolicy.milestoneStep`. By default, these are 50, 100, 200, 300 and so on. An organizer gets each
/// message at most once for each event.
public enum SalesMilestone {
    /// The highest milestone that a sale has reached; nil if the sale has reached no milestone.
    ///
    /// - Parameters:
    ///   - tickets: the number of tickets in the sale.
    ///   - total: the number of the event's tickets after the sale.
    public static func reached(with tickets: Int, total: Int, policy: NoticePolicy = .standard) -> Int? {
        guard total >= policy.firstMilestone else { return nil }
        let milestone = max(policy.firstMilestone, total / policy.milestoneStep * policy.milestoneStep)
        return milestone > total - tickets ? milestone : nil
    }
}

/// Decides when organizers get a message that few tickets of a type are left.
public enum LowInventory {
    /// The number of tickets that are left of a type. Nil if more than `NoticePolicy.lowInventory` tickets are left.
    /// Also nil if the type's quantity is not limited, or is at most `NoticePolicy.lowInventory`.
    public static func left(of type: TicketType, policy: NoticePolicy = .standard) -> Int? {
        guard let quantity = type.quantity, quantity > policy.lowInventory,
            quantity - type.issued <= policy.lowInventory
        else { return nil }
        return max(0, quantity - type.issued)
    }
}
