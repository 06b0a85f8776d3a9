/// The numbers of sold tickets about which organizers get a message: 50, 100 and each further 100. An organizer gets
/// each message once for each event.
public enum SalesMilestone {
    /// The highest milestone that a sale has reached; nil if the sale has reached no milestone.
    ///
    /// - Parameters:
    ///   - tickets: the number of tickets in the sale.
    ///   - total: the number of the event's tickets after the sale.
    public static func reached(with tickets: Int, total: Int) -> Int? {
        let milestone = total >= 100 ? total / 100 * 100 : total >= 50 ? 50 : 0
        return milestone > max(0, total - tickets) ? milestone : nil
    }
}

/// Decides when organizers get a message that few tickets of a type are left.
public enum LowInventory {
    /// The number of tickets left at which organizers get a message.
    public static let tickets = 10

    /// The number of tickets that are left of a type. Nil if more than `tickets` are left, or if the type has no limit
    /// or never had more than `tickets`.
    public static func left(of type: TicketType) -> Int? {
        guard let quantity = type.quantity, quantity > tickets, quantity - type.issued <= tickets else { return nil }
        return max(0, quantity - type.issued)
    }
}
