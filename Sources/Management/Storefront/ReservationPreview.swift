import Store
public import Ticketing

/// A summary of an order, which a visitor checks before the order is made.
public struct ReservationPreview: Sendable {
    public let event: Event
    /// The organizer's name.
    public let organizer: String
    /// The chosen ticket types with their numbers of tickets, in the order in which the event lists its types.
    public let lines: [(type: TicketType, count: Int)]
    /// The price of all tickets together; nil if all of them are free.
    public let total: Money?
    /// The time until which the tickets must be paid at the door. Nil if all tickets are free, or if the event has
    /// neither a payment deadline nor a door time nor a start.
    public let payBy: Instant?
    /// Public events for which the visitor’s browser remembers orders, and which overlap with this event or are close
    /// to it in time.
    public let conflicts: [(event: Event, conflict: TicketConflict)]
}

extension Storefront {
    /// The maximum number of other events that a preview compares with the event (`mostNamedEvents`), and the maximum
    /// number of conflicts in a preview (`mostConflicts`).
    public static let (mostNamedEvents, mostConflicts) = (50, 5)

    /// Checks an order as `reserve` does, but makes no order. `reserve` can still refuse the order later.
    ///
    /// Anyone can enter any e-mail address, so conflicts with the tickets of the order’s address could reveal another
    /// person’s plans. The preview compares only events that the visitor’s browser remembers.
    ///
    /// - Parameters:
    ///   - draft: the order. Its payment is ignored.
    ///   - others: the events for which the visitor has reserved tickets with the same browser. Events that are not
    ///     public, and all after the first `mostNamedEvents`, are ignored.
    /// - Throws: `StorefrontError`; `SalesError.orderFaults` with all faults; `ManagementError.quantityExceeded`
    ///   or `capacityExceeded`.
    public func preview(
        _ draft: OrderDraft, of event: EventNumber, besides others: [EventNumber] = []
    ) throws -> ReservationPreview {
        let now = now()
        return try store.read { connection in
            guard let event = try connection.events.with(number: event), event.isPublic else {
                throw StorefrontError.notFound
            }
            if let over = event.closedReason(at: now) { throw over }
            let onSale = try TicketTypeService.onSale(event, at: now, connection)
            let types = onSale.map(\.type)
            let reserved = Dictionary(uniqueKeysWithValues: onSale.map { ($0.type.number, $0.reserved) })
            try Storefront.check(draft, of: event, types: types, reserved: reserved, at: now)
            try VisitorReservations.requireOpen(draft, of: event, types: types, at: now)
            let lines = types.compactMap { type in
                draft.lines.first { $0.type == type.number }.map { (type: type, count: $0.count) }
            }
            try Storefront.requireStock(lines, reserved: reserved)
            try Storefront.requireRoom(
                for: lines, left: VisitorReservations.freeRoom(for: onSale, at: event, at: now, connection))
            let total = Storefront.total(of: lines)
            return ReservationPreview(
                event: event, organizer: try Storefront.organizer(of: event, connection), lines: lines, total: total,
                payBy: total == nil ? nil : VisitorReservations.expiry(of: event),
                conflicts: try Storefront.conflicts(of: event, among: others, connection))
        }
    }

    private static func requireStock(
        _ lines: [(type: TicketType, count: Int)], reserved: [TicketTypeNumber: Int]
    ) throws {
        for (type, count) in lines {
            guard let quantity = type.quantity else { continue }
            let left = max(0, quantity - type.issued - (reserved[type.number] ?? 0))
            guard count <= left else {
                throw ManagementError.quantityExceeded(type: type.name, asked: count, left: left)
            }
        }
    }

    /// - Parameter room: the number of people for whom the event has room; nil if the event has no capacity.
    private static func requireRoom(for lines: [(type: TicketType, count: Int)], left room: Int?) throws {
        let people = lines.reduce(0) { $0 + $1.count * Int($1.type.admits.rawValue) }
        if let room, people > room { throw ManagementError.capacityExceeded(asked: people, left: room) }
    }

    /// The order was checked, so all prices have the same currency.
    private static func total(of lines: [(type: TicketType, count: Int)]) -> Money? {
        let costs = lines.filter { !$0.type.isFree }.compactMap { $0.type.price?.times($0.count) }
        guard let first = costs.first else { return nil }
        return costs.dropFirst().reduce(first) { $0.plus($1) ?? $0 }
    }

    private static func conflicts(
        of event: Event, among others: [EventNumber], _ connection: any StoreConnection
    ) throws -> [(event: Event, conflict: TicketConflict)] {
        let numbers = Set(others.prefix(mostNamedEvents)).subtracting([event.number])
        let found = try numbers.compactMap { number -> (event: Event, conflict: TicketConflict)? in
            guard let other = try connection.events.with(number: number), other.isPublic, other.status == .published,
                let conflict = TicketConflict(event.details, other.details)
            else { return nil }
            return (event: other, conflict: conflict)
        }
        let sorted = found.sorted { first, second in
            let starts = (first.event.details.start?.seconds ?? 0, second.event.details.start?.seconds ?? 0)
            return (starts.0, first.event.number.rawValue) < (starts.1, second.event.number.rawValue)
        }
        return Array(sorted.prefix(mostConflicts))
    }
}
