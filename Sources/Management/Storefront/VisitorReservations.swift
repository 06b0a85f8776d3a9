import Store
public import Ticketing

/// The limits for public reservations without confirmation. A visitor's order is unconfirmed until it is paid. Nobody
/// pays for free tickets, so an order of those counts as unconfirmed for its first hour.
struct VisitorReservations {
    /// Unconfirmed orders may take up at most one part in `maximumShareDivisor` of a type's quantity and of the event's
    /// capacity, rounded down, but at least one ticket.
    static let maximumShareDivisor = 4
    /// How long free tickets count as unconfirmed.
    static let freeOrderUnconfirmedSeconds: Int64 = 3600
    /// How long after doors open unpaid orders expire.
    static let secondsAfterDoors: Int64 = 30 * 60
    /// The maximum number of orders that one transaction cancels; the next one continues.
    private static let maximumPerTransaction = 100

    let event: Event
    let work: UnitOfWork

    /// When unpaid reservations expire; nil for an event without a time.
    static func expiry(of event: Event) -> Instant? {
        (event.details.doors ?? event.details.start)?.advanced(bySeconds: secondsAfterDoors)
    }

    private static func haveExpired(of event: Event, at now: Instant) -> Bool {
        expiry(of: event).map { now >= $0 } ?? false
    }

    /// The number of tickets of each type in reservations that have expired but are not yet cancelled.
    static func expired(
        of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeNumber: Int] {
        guard haveExpired(of: event, at: now) else { return [:] }
        var counts: [TicketTypeNumber: Int] = [:]
        for number in try connection.orders.unpaidOfVisitors(of: event.number) {
            for ticket in try connection.tickets.all(of: number, of: event.number) where ticket.status.isActive {
                counts[ticket.type, default: 0] += 1
            }
        }
        return counts
    }

    /// Throws if visitors cannot reserve one of the types, or if reservations have ended.
    ///
    /// - Throws: `StorefrontError.notReservable` or `reservationsEnded`.
    func requireOpen(_ draft: OrderDraft, types: [TicketType]) throws {
        let asked = types.filter { type in draft.lines.contains { $0.type == type.number } }
        if let type = asked.first(where: { !$0.isReservable }) { throw StorefrontError.notReservable(type.name) }
        if asked.contains(where: { !$0.isFree }), VisitorReservations.haveExpired(of: event, at: work.now) {
            throw StorefrontError.reservationsEnded
        }
    }

    /// Throws if unconfirmed orders, including this one, exceed their share.
    ///
    /// - Parameters:
    ///   - order: already added, under the lock of the event's row, which every sale takes: of two concurrent orders,
    ///     the second sees the first.
    ///   - types: all ticket types of the event.
    /// - Throws: `StorefrontError.tooManyUnconfirmed`.
    func requireShare(for order: Order, types: [TicketType]) throws {
        let unconfirmed = try work.connection.orders.unconfirmed(
            of: event.number, freeSince: work.now.advanced(bySeconds: -VisitorReservations.freeOrderUnconfirmedSeconds))
        // One full order of free tickets is always accepted, so that a small free event needs no confirmations.
        let least =
            types.allSatisfy { type in type.isFree || !order.lines.contains { $0.type == type.number } }
            ? Storefront.maximumTicketsPerAddress : 0
        func checkShare(_ count: Int, of total: Int?) throws {
            guard let total else { return }
            guard count <= max(least, total / VisitorReservations.maximumShareDivisor, 1) else {
                throw StorefrontError.tooManyUnconfirmed
            }
        }
        for line in order.lines {
            let type = types.first { $0.number == line.type }
            let lines = unconfirmed.filter { $0.type == line.type }
            try checkShare(lines.reduce(0) { $0 + $1.tickets }, of: type?.quantity)
        }
        try checkShare(unconfirmed.reduce(0) { $0 + $1.people }, of: event.details.capacity)
    }

    /// Cancels expired reservations, which frees their capacity.
    ///
    /// - Returns: the number of cancelled orders.
    @discardableResult
    func cancelExpired() throws -> Int {
        guard VisitorReservations.haveExpired(of: event, at: work.now) else { return 0 }
        var ended = 0
        let orders = work.connection.orders
        for number in try orders.unpaidOfVisitors(of: event.number).prefix(VisitorReservations.maximumPerTransaction) {
            // Skips orders that were paid or cancelled meanwhile.
            guard let order = try orders.locked(number: number, of: event.number), order.isDueAtTheDoor else {
                continue
            }
            _ = try work.recorded(.expireHold).cancel(order, note: nil)
            ended += 1
        }
        return ended
    }
}

extension Order {
    /// When an unpaid reservation of a visitor expires; nil for every other order, and for an event without a time.
    public func reservationExpiry(at event: Event) -> Instant? {
        publicBuyerEmail != nil && isDueAtTheDoor ? VisitorReservations.expiry(of: event) : nil
    }
}
