import Store
public import Ticketing

/// The limits for unconfirmed reservations by the public. If the server can send a message to the visitor, an order is
/// unconfirmed until the visitor confirms it with the link in the message, or until its reservation lapses after 15
/// minutes (`OrderConfirmation`). If the server cannot send a message, an order of tickets with a price is unconfirmed
/// until it is paid, and an order of free tickets is unconfirmed for its first hour. These limits do not apply to an
/// order that a visitor has confirmed with a link, even if the order is still to be paid at the door.
struct VisitorReservations {
    /// Determines the maximum share of each ticket type's quantity, and of the event's capacity, that all unconfirmed
    /// orders together can take: the quantity or capacity divided by this number, rounded down, but at least one. For
    /// orders of free tickets, the share is at least `Storefront.maximumTicketsPerAddress`.
    static let maximumShareDivisor = 4
    /// The time for which an order of free tickets is unconfirmed, in seconds.
    static let freeOrderUnconfirmedSeconds: Int64 = 3600
    /// The time between the opening of the doors and the expiry of unpaid orders at an event without a payment
    /// deadline, in seconds.
    static let secondsAfterDoors: Int64 = 30 * 60
    /// The maximum number of expired orders that one transaction cancels.
    private static let maximumPerTransaction = 100

    let event: Event
    let work: UnitOfWork

    /// The time at which unpaid reservations expire; nil for an event that has no payment deadline, no door time and no
    /// start.
    static func expiry(of event: Event) -> Instant? {
        event.details.payBy ?? (event.details.doors ?? event.details.start)?.advanced(bySeconds: secondsAfterDoors)
    }

    /// Whether it is too late to reserve tickets that are paid at the door.
    static func haveExpired(of event: Event, at now: Instant) -> Bool {
        expiry(of: event).map { now >= $0 } ?? false
    }

    /// The number of tickets of each type in reservations that have expired but are not yet cancelled.
    static func expired(
        of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [TicketTypeNumber: Int] {
        try expiredTickets(of: event, at: now, connection).reduce(into: [:]) { $0[$1.type, default: 0] += 1 }
    }

    /// The active tickets in reservations that have expired but are not yet cancelled.
    static func expiredTickets(
        of event: Event, at now: Instant, _ connection: any StoreConnection
    ) throws -> [Ticket] {
        guard haveExpired(of: event, at: now) else { return [] }
        return try connection.orders.numbersUnpaidByVisitors(of: event.number).flatMap { number in
            try connection.tickets.all(of: number, of: event.number).filter { $0.status.isActive }
        }
    }

    /// Checks that visitors can reserve the order's types, and that the time for reservations has not ended.
    ///
    /// - Throws: `StorefrontError.notReservable` or `reservationsEnded`.
    func requireOpen(_ draft: OrderDraft, types: [TicketType]) throws {
        try VisitorReservations.requireOpen(draft, of: event, types: types, at: work.now)
    }

    static func requireOpen(_ draft: OrderDraft, of event: Event, types: [TicketType], at now: Instant) throws {
        let asked = types.filter { type in draft.lines.contains { $0.type == type.number } }
        if let type = asked.first(where: { !$0.isReservable }) { throw StorefrontError.notReservable(type.name) }
        if asked.contains(where: { !$0.isFree }), haveExpired(of: event, at: now) {
            throw StorefrontError.reservationsEnded
        }
    }

    /// Checks that unconfirmed orders, including this order, do not exceed their maximum share of the event's tickets.
    /// The orders of one address can together take this whole share. Only the number of links to a mailbox or phone
    /// number is limited (`requireFewLinks`). When that limit is reached, a refusal reveals that links were requested
    /// for the address, and the owner cannot reserve tickets until another link is allowed, which can take up to 24
    /// hours. If the number of unconfirmed orders were also limited, a stranger could cause both with fewer orders.
    ///
    /// - Parameters:
    ///   - order: the order, which must be in the store already. The caller must have locked the event's row, which
    ///     every sale locks. So the later of two concurrent orders is checked together with the earlier order.
    ///   - types: all ticket types of the event.
    /// - Throws: `StorefrontError.tooManyUnconfirmed`.
    func requireShare(for order: Order, types: [TicketType]) throws {
        let orders = work.connection.orders
        let isFree = types.allSatisfy { type in type.isFree || !order.lines.contains { $0.type == type.number } }
        var unconfirmed = try orders.awaitingConfirmation(of: event.number, at: work.now)
        // Orders that are to be paid at the door do not keep visitors from confirming orders of free tickets.
        if order.confirmation == nil || !isFree {
            unconfirmed += try orders.unconfirmed(
                of: event.number,
                freeSince: work.now.advanced(bySeconds: -VisitorReservations.freeOrderUnconfirmedSeconds))
        }
        // For free tickets, the share is never less than the number of tickets that one address can reserve. Otherwise,
        // a small event would refuse the first order for a few tickets.
        let least = isFree ? Storefront.maximumTicketsPerAddress : 0
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

    /// Cancels reservations that were not paid at the door in time, at most `maximumPerTransaction`, and frees their
    /// capacity. Notifies the buyers.
    ///
    /// - Returns: the number of cancelled orders.
    @discardableResult
    func cancelExpired() throws -> Int {
        guard VisitorReservations.haveExpired(of: event, at: work.now) else { return 0 }
        var ended = 0
        let orders = work.connection.orders
        let unpaid = try orders.numbersUnpaidByVisitors(of: event.number)
        for number in unpaid.prefix(VisitorReservations.maximumPerTransaction) {
            // Orders that were paid or cancelled after the list was read are skipped.
            guard let order = try orders.locked(number: number, of: event.number), order.isDueAtTheDoor else {
                continue
            }
            _ = try work.recorded(.expireHold).cancel(order, note: nil, isLapse: true)
            ended += 1
        }
        return ended
    }
}

extension Order {
    /// The time at which an unpaid reservation of a visitor expires. Nil for every other order, and for an event that
    /// has no payment deadline, no door time and no start.
    public func reservationExpiry(at event: Event) -> Instant? {
        publicBuyerEmail != nil && isDueAtTheDoor ? VisitorReservations.expiry(of: event) : nil
    }
}
