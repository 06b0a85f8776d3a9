import Store
import Ticketing

extension VisitorReservations {
    static func offers(
        of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> VisitorOffers {
        let types = try TicketTypeService.onSale(event, at: now, connection).filter { !$0.type.isHidden }
        let room = try freeRoom(for: types, at: event, at: now, connection)
        let isAfterExpiry = haveExpired(of: event, at: now)
        return VisitorOffers(
            types: types.map { offer($0, room: room, isAfterExpiry: isAfterExpiry) }, room: room)
    }

    /// - Parameters:
    ///   - room: the number of people for whom the event has room; nil if the room does not limit the order.
    ///   - isAfterExpiry: whether the time has passed at which unpaid reservations expire.
    private static func offer(_ found: TicketTypeOnSale, room: Int?, isAfterExpiry: Bool) -> VisitorOffer {
        let type = found.type
        let fitting = room.map { $0 / Int(type.admits.rawValue) }
        let left = found.left.map { min($0, fitting ?? $0) }
        let limits: [Int?] = [Storefront.maximumTicketsPerAddress, type.perOrder.most, left, fitting]
        let (least, most) = (type.perOrder.least, limits.compactMap(\.self).min() ?? 0)
        var sale = found.sale
        if sale.isOnSale, let available = left ?? fitting, available < least { sale = .no(.soldOut) }
        let isTooLate = isAfterExpiry && !type.isFree
        var counts: ClosedRange<Int>?
        if sale.isOnSale, !isTooLate, least <= most { counts = least...most }
        return VisitorOffer(type: type, sale: sale, left: left, isTooLate: isTooLate, counts: counts)
    }

    /// The number of people for whom an event has room.
    static func freeRoom(
        for types: [TicketTypeOnSale], at event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> Int? {
        let isOnSale = types.contains(where: \.sale.isOnSale)
        guard let capacity = event.details.capacity, isOnSale else { return nil }
        return try max(0, capacity - people(at: event, at: now, connection))
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
