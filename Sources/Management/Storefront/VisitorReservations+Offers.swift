import Store
import Ticketing

extension VisitorReservations {
    /// The ticket types that can be booked now: they are on sale, and there are enough tickets and enough room for the
    /// smallest order of a visitor. After unpaid reservations have expired, types with a price can’t be booked. Types that
    /// are sold only by the organizer (`isReservable` is false) are included.
    ///
    /// - Parameter types: the event’s ticket types with their current availability.
    static func bookable(
        _ types: [TicketTypeOnSale], of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeOnSale] {
        let isTooLate = haveExpired(of: event, at: now)
        let offered = types.filter { found in
            guard case .yes = found.sale, found.type.isFree || !isTooLate else { return false }
            let least = found.type.perOrder.least
            return least <= Storefront.maximumTicketsPerAddress && least <= found.left ?? .max
        }
        guard let capacity = event.details.capacity, !offered.isEmpty else { return offered }
        let room = try capacity - people(at: event, at: now, connection)
        return offered.filter { $0.type.perOrder.least * Int($0.type.admits.rawValue) <= room }
    }

    /// The number of people whom the tickets and the reservations of an event admit. Expired reservations are not
    /// counted, even if they still wait for their release.
    private static func people(at event: Event, at now: Instant, _ connection: any StoreConnection) throws -> Int {
        let issued = try connection.events.people(at: event.number)
        let reserved = try connection.orders.reservedPeople(of: event.number, at: now)
        let expired = try expiredTickets(of: event, at: now, connection)
        return issued + reserved - expired.reduce(0) { $0 + Int($1.admits.rawValue) }
    }
}
