import Store
import Ticketing

/// The available quantities of an event's ticket types, and the capacity of its venue. One SQL statement checks whether
/// enough is left, and allocates the tickets. So concurrent sales cannot exceed the quantities or the capacity. Expired
/// reservations are released by the next transaction that needs their capacity.
struct Stock {
    let event: EventNumber
    let work: UnitOfWork

    private var connection: any StoreConnection { work.connection }

    /// The number of tickets of each type, and the number of people whom these tickets admit together.
    struct StockRequirement {
        private(set) var counts: [TicketTypeNumber: Int] = [:]
        private(set) var people = 0
        /// The currency of the prices; nil for free tickets.
        private(set) var currency: String?

        var tickets: Int { counts.values.reduce(0, +) }

        mutating func add(_ count: Int, of type: TicketTypeNumber, admits: Admits) {
            counts[type, default: 0] += count
            people += count * Int(admits.rawValue)
        }

        init() {}

        init(_ order: Order) {
            currency = order.currency
            for line in order.lines { add(line.count, of: line.type, admits: line.admits) }
        }

        /// The ticket counts, sorted by type. Sales change the types in this order, so that two concurrent sales cannot
        /// deadlock.
        var sorted: [(key: TicketTypeNumber, value: Int)] { counts.sorted { $0.key < $1.key } }
    }

    /// Allocates capacity to tickets that are issued now. Also queues the messages that tell owners and managers about
    /// a sales milestone, or about a type with few tickets left.
    ///
    /// - Throws: `ManagementError.quantityExceeded` or `capacityExceeded` with the requested and the remaining
    ///   quantity; `unknownType` if a type was removed; `eventCancelled` or `alreadyDeleted`;
    ///   `SalesError.currencyMismatch`.
    func allocate(_ need: StockRequirement) throws {
        try claim(
            need, of: { try connection.ticketTypes.allocate($0, of: $1, event: event) },
            room: { try connection.events.allocate(people: $0, at: event, currency: need.currency) })
        try work.notifyOfIssued(need, of: event)
    }

    /// Reserves capacity for a pending order until the order is paid, is cancelled or expires.
    ///
    /// - Throws: the same errors as `allocate`.
    func reserve(_ need: StockRequirement) throws {
        try claim(
            need, of: { try connection.ticketTypes.reserve($0, of: $1, event: event) },
            room: { try connection.events.reserve(people: $0, at: event, currency: need.currency) })
    }

    private func claim(
        _ need: StockRequirement, of claimType: (Int, TicketTypeNumber) throws -> Bool,
        room claimRoom: (Int) throws -> Bool
    ) throws {
        for (number, count) in need.sorted {
            if try claimType(count, number) { continue }
            guard try releaseExpiredReservations() > 0, try claimType(count, number) else {
                guard let type = try connection.ticketTypes.with(number: number, of: event) else {
                    // The type was removed during the sale.
                    let known = try connection.ticketTypes.all(of: event).map(\.name)
                    throw ManagementError.unknownType("\(number)", known: known)
                }
                throw ManagementError.quantityExceeded(
                    type: type.name, asked: count, left: (type.quantity ?? 0) - type.issued - type.reserved)
            }
        }
        try claim(room: need.people, in: need.currency, claimRoom)
    }

    /// Whether the capacity is sufficient now. A concurrent sale can still use up the capacity before the caller
    /// allocates it.
    func isLikelyAvailable(toHave need: StockRequirement) throws -> Bool {
        for (number, count) in need.sorted {
            guard let type = try connection.ticketTypes.with(number: number, of: event) else { return false }
            if let quantity = type.quantity, type.issued + type.reserved + count > quantity { return false }
        }
        guard let capacity = try connection.events.with(number: event)?.details.capacity else { return true }
        let allocated = try connection.events.people(at: event) + connection.events.reservedPeople(at: event)
        return allocated + need.people <= capacity
    }

    /// Allocates room for more people on existing tickets.
    ///
    /// - Throws: `ManagementError.capacityExceeded` with the requested and the remaining number of people;
    ///   `eventCancelled` or `alreadyDeleted`.
    func allocate(people: Int) throws {
        try claim(room: people, in: nil) { try connection.events.allocate(people: $0, at: event) }
    }

    private func claim(room people: Int, in currency: String?, _ claimRoom: (Int) throws -> Bool) throws {
        if try claimRoom(people) { return }
        guard try releaseExpiredReservations() > 0, try claimRoom(people) else {
            let found = try connection.events.with(number: event)
            // The event could have been cancelled or deleted during the sale.
            if found?.status == .cancelled { throw ManagementError.eventCancelled }
            if found?.deleted != nil { throw ManagementError.alreadyDeleted }
            // The currency of the event's prices could have changed since this transaction began.
            if let currency, let kept = try connection.events.currencies(at: event).primary, kept != currency {
                throw SalesError.currencyMismatch(currency, event: kept)
            }
            let capacity = found?.details.capacity ?? 0
            let allocated = try connection.events.people(at: event) + connection.events.reservedPeople(at: event)
            throw ManagementError.capacityExceeded(asked: people, left: capacity - allocated)
        }
    }

    /// Converts a reservation into an allocation, and queues the same messages as `allocate`.
    func issueReserved(_ need: StockRequirement) throws {
        try release(need, issuing: true)
        try work.notifyOfIssued(need, of: event)
    }

    func releaseReservation(_ need: StockRequirement) throws { try release(need, issuing: false) }

    private func release(_ need: StockRequirement, issuing: Bool) throws {
        for (number, count) in need.sorted {
            try connection.ticketTypes.endReservation(count, issued: issuing ? count : 0, of: number, event: event)
        }
        try connection.events.endReservation(people: need.people, issued: issuing ? need.people : 0, at: event)
    }

    func restock(_ need: StockRequirement) throws {
        for (number, count) in need.sorted {
            try connection.ticketTypes.deallocate(count, of: number, event: event)
        }
        try connection.events.deallocate(people: need.people, at: event)
    }

    /// Releases the reservation of one order if the reservation has expired. The reservations of other orders are not
    /// released, because a transaction that has locked an order must not wait for another order's lock.
    ///
    /// - Parameter order: the order, which must be locked.
    func releaseExpiredReservation(of order: inout Order) throws {
        guard order.holdsReservation, order.hasExpired(at: work.now) else { return }
        order.holdsReservation = false
        try connection.orders.update(order)
        try releaseReservation(StockRequirement(order))
        try work.recorded(.expireHold).record(
            AuditSubject(.order, order.number), of: event, before: ["holding": "yes"], after: ["holding": "no"])
    }

    /// Releases all expired reservations of pending orders. Also cancels visitors' orders that were not paid in time,
    /// up to the limit of `VisitorReservations.cancelExpired`. Records each change in the audit trail.
    ///
    /// - Parameter known: the event, if this transaction has already read it.
    /// - Returns: the number of released reservations plus the number of cancelled orders.
    @discardableResult
    func releaseExpiredReservations(_ known: Event? = nil) throws -> Int {
        let reserved = try (known ?? connection.events.with(number: event)).map {
            try VisitorReservations(event: $0, work: work).cancelExpired()
        }
        let orders = try connection.orders.endExpiredReservations(of: event, at: work.now).sorted()
        var need = StockRequirement()
        for order in try orders.compactMap({ try connection.orders.with(number: $0, of: event) }) {
            for line in order.lines { need.add(line.count, of: line.type, admits: line.admits) }
        }
        guard !orders.isEmpty else { return reserved ?? 0 }
        // All ticket types are locked before the release below locks the event's row. Otherwise, two transactions could
        // deadlock.
        try connection.ticketTypes.lock(of: event)
        try releaseReservation(need)
        try work.recorded(.expireHold).record(
            orders.compactMap {
                AuditTrail.Change(AuditSubject(.order, $0), before: ["holding": "yes"], after: ["holding": "no"])
            }, of: event)
        return orders.count + (reserved ?? 0)
    }
}

extension UnitOfWork {
    func stock(of event: EventNumber) -> Stock { Stock(event: event, work: self) }
}
