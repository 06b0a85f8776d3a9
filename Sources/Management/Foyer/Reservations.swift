import Store
public import Ticketing

/// What visitors may reserve without confirmation. An order of a visitor is unconfirmed until it is paid; nobody pays for
/// free tickets, so an order of those counts as unconfirmed for its first hour.
struct Reservations {
    /// Of a type's quantity and of the event's capacity, unconfirmed orders hold at most one in so many, rounded down, but
    /// at least one.
    static let share = 4
    /// Free tickets count as unconfirmed for this long.
    static let freeSeconds: Int64 = 3600
    /// Unpaid orders expire so long after doors open.
    static let secondsAfterDoors: Int64 = 30 * 60
    /// Orders that one transaction cancels at most: those that are left are for the next.
    private static let mostAtOnce = 100

    let event: Event
    let work: Work

    /// When unpaid reservations expire; nil for an event without a time.
    static func end(of event: Event) -> Instant? {
        (event.details.doors ?? event.details.start)?.advanced(bySeconds: secondsAfterDoors)
    }

    private static func areOver(of event: Event, at now: Instant) -> Bool { end(of: event).map { now >= $0 } ?? false }

    /// How many tickets of each type belong to reservations that have expired and are not cancelled yet.
    static func expired(
        of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeNumber: Int] {
        guard areOver(of: event, at: now) else { return [:] }
        var counts: [TicketTypeNumber: Int] = [:]
        for number in try connection.orders.unpaidOfVisitors(of: event.number) {
            for ticket in try connection.tickets.all(of: number, of: event.number) where ticket.status.stands {
                counts[ticket.type, default: 0] += 1
            }
        }
        return counts
    }

    /// Refuses types that visitors can't reserve, and reservations after their end.
    ///
    /// - Throws: `FoyerError.notReservable` or `reservationsEnded`.
    func demandOpen(_ draft: OrderDraft, types: [TicketType]) throws {
        let asked = types.filter { type in draft.lines.contains { $0.type == type.number } }
        if let type = asked.first(where: { !$0.isReservable }) { throw FoyerError.notReservable(type.name) }
        if asked.contains(where: { !$0.isFree }), Reservations.areOver(of: event, at: work.now) {
            throw FoyerError.reservationsEnded
        }
    }

    /// Refuses an order with which unconfirmed orders hold too much.
    ///
    /// - Parameters:
    ///   - order: added before, behind the event's row, which every sale takes: of two at once, the second sees the first.
    ///   - types: of the event.
    /// - Throws: `FoyerError.tooManyUnconfirmed`.
    func demandShare(for order: Order, types: [TicketType]) throws {
        let held = try work.connection.orders.unconfirmed(
            of: event.number, freeSince: work.now.advanced(bySeconds: -Reservations.freeSeconds))
        // One order of free tickets is always taken: a small event without prices needs nobody to confirm.
        let least =
            types.allSatisfy { type in type.isFree || !order.lines.contains { $0.type == type.number } }
            ? Foyer.mostTickets : 0
        func demand(_ count: Int, of whole: Int?) throws {
            guard let whole else { return }
            guard count <= max(least, whole / Reservations.share, 1) else { throw FoyerError.tooManyUnconfirmed }
        }
        for line in order.lines {
            let type = types.first { $0.number == line.type }
            try demand(held.filter { $0.type == line.type }.reduce(0) { $0 + $1.tickets }, of: type?.quantity)
        }
        try demand(held.reduce(0) { $0 + $1.people }, of: event.details.capacity)
    }

    /// Cancels reservations that have expired, which gives back their places.
    ///
    /// - Returns: how many orders that were.
    @discardableResult
    func endExpired() throws -> Int {
        guard Reservations.areOver(of: event, at: work.now) else { return 0 }
        var ended = 0
        let orders = work.connection.orders
        for number in try orders.unpaidOfVisitors(of: event.number).prefix(Reservations.mostAtOnce) {
            // Paid or cancelled meanwhile.
            guard let order = try orders.locked(number: number, of: event.number), order.isPaidAtTheDoor else {
                continue
            }
            _ = try work.doing(.expireHold).cancel(order, note: nil)
            ended += 1
        }
        return ended
    }
}

extension Order {
    /// When an unpaid reservation of a visitor expires; nil for every other order, and for an event without a time.
    public func reservationEnd(at event: Event) -> Instant? {
        visitor != nil && isPaidAtTheDoor ? Reservations.end(of: event) : nil
    }
}
