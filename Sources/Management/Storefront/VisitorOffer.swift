public import Ticketing

/// A ticket type as visitors see it: whether it is on sale, and how many tickets an order can contain.
public struct VisitorOffer: Sendable {
    public let type: TicketType
    /// Whether the type is on sale, or the reason why it is not. A type also counts as sold out if its smallest order
    /// needs more tickets than are left, or more room than the event has.
    public let sale: SaleAvailability
    /// The number of tickets left for which the event has room; nil if the type has no quantity.
    public let left: Int?
    /// Whether the type has a price, and the time has passed at which unpaid reservations expire. Visitors can then no
    /// longer reserve tickets of the type.
    public let isTooLate: Bool
    /// The numbers of tickets that an order can contain now. Nil if the type is not on sale, if it is too late
    /// (`isTooLate`), or if the smallest order has more than `Storefront.maximumTicketsPerAddress` tickets.
    public let counts: ClosedRange<Int>?

    /// The numbers of tickets that visitors can reserve now. Nil also if only the organizer sells the type.
    public var reservable: ClosedRange<Int>? { type.isReservable ? counts : nil }

    /// Whether the type is on sale.
    public var isOnSale: Bool { sale.isOnSale }

    /// Whether tickets of the type are sold only at the door, because the time for reservations has ended.
    public var isSoldOnlyAtDoor: Bool { isOnSale && isTooLate && type.isReservable }
}

/// The visible ticket types of an event as visitors see them.
struct VisitorOffers {
    /// The types, in the order in which they are listed.
    let types: [VisitorOffer]
    /// The number of people for whom the event has room. Nil if the event has no capacity, or if no type is on sale.
    let room: Int?

    /// The largest number of tickets that visitors can get, of all types on sale together; the types share the room of
    /// the event. Nil if a type on sale has no quantity, or if no type is on sale.
    var left: Int? {
        let open = types.filter(\.isOnSale).sorted { $0.type.admits < $1.type.admits }
        guard !open.isEmpty else { return nil }
        var (sum, free) = (0, room)
        for offer in open {
            guard let left = offer.left else { return nil }
            let admits = Int(offer.type.admits.rawValue)
            let count = min(left, free.map { $0 / admits } ?? left)
            free = free.map { $0 - count * admits }
            sum += count
        }
        return sum
    }

    func badges(of event: Event, at now: Instant) -> [EventBadge] {
        EventBadge.all(of: event, sales: types.map(\.sale), left: left, at: now)
    }
}
