import Store
import Ticketing

/// What an event has left: the quantities of its types and the room of its venue. Taken by conditional statements, which
/// alone decide; what expired holds kept is given back when it is needed.
struct Stock {
    let event: EventNumber
    let work: Work

    private var connection: any StoreConnection { work.connection }

    /// Tickets by type, and the people they admit.
    struct Need {
        private(set) var counts: [TicketTypeNumber: Int] = [:]
        private(set) var people = 0
        /// What they are sold in; nil for what has no price.
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

        /// Always in the same order, so that two transactions do not wait for each other.
        var sorted: [(key: TicketTypeNumber, value: Int)] { counts.sorted { $0.key < $1.key } }
    }

    /// Takes what tickets need that are issued now.
    ///
    /// - Throws: `ManagementError.quantityExceeded` or `capacityExceeded`, with the numbers; `eventCancelled` or
    ///   `alreadyDeleted`; `SalesError.otherCurrency`.
    func take(_ need: Need) throws {
        try claim(
            need, of: { try connection.ticketTypes.take($0, of: $1, event: event) },
            room: { try connection.events.take(people: $0, at: event, currency: need.currency) })
    }

    /// Takes what a pending order needs, until it is paid, cancelled or expires.
    ///
    /// - Throws: as `take`.
    func hold(_ need: Need) throws {
        try claim(
            need, of: { try connection.ticketTypes.hold($0, of: $1, event: event) },
            room: { try connection.events.hold(people: $0, at: event, currency: need.currency) })
    }

    private func claim(
        _ need: Need, of claimType: (Int, TicketTypeNumber) throws -> Bool, room claimRoom: (Int) throws -> Bool
    ) throws {
        for (number, count) in need.sorted {
            if try claimType(count, number) { continue }
            guard try endExpiredHolds() > 0, try claimType(count, number) else {
                let type = try connection.ticketTypes.with(number: number, of: event)
                let left = type.map { ($0.quantity ?? 0) - $0.issued - $0.held } ?? 0
                throw ManagementError.quantityExceeded(type: type?.name ?? "\(number)", asked: count, left: left)
            }
        }
        try claim(room: need.people, in: need.currency, claimRoom)
    }

    /// Whether there seems to be what tickets need, at this moment; to take it decides.
    func seems(toHave need: Need) throws -> Bool {
        for (number, count) in need.sorted {
            guard let type = try connection.ticketTypes.with(number: number, of: event) else { return false }
            if let quantity = type.quantity, type.issued + type.held + count > quantity { return false }
        }
        guard let capacity = try connection.events.with(number: event)?.details.capacity else { return true }
        let taken = try connection.events.people(at: event) + connection.events.held(at: event)
        return taken + need.people <= capacity
    }

    /// Takes room for more people on tickets that are there.
    ///
    /// - Throws: `ManagementError.capacityExceeded`, with the numbers; `eventCancelled` or `alreadyDeleted`.
    func take(people: Int) throws {
        try claim(room: people, in: nil) { try connection.events.take(people: $0, at: event) }
    }

    private func claim(room people: Int, in currency: String?, _ claimRoom: (Int) throws -> Bool) throws {
        if try claimRoom(people) { return }
        guard try endExpiredHolds() > 0, try claimRoom(people) else {
            let found = try connection.events.with(number: event)
            // Ended by others while this was being sold.
            if found?.status == .cancelled { throw ManagementError.eventCancelled }
            if found?.deleted != nil { throw ManagementError.alreadyDeleted }
            // A type's currency was another when this began, or is another since.
            if let currency, let kept = try connection.events.currencies(at: event).kept, kept != currency {
                throw SalesError.otherCurrency(currency, event: kept)
            }
            let capacity = found?.details.capacity ?? 0
            let taken = try connection.events.people(at: event) + connection.events.held(at: event)
            throw ManagementError.capacityExceeded(asked: people, left: capacity - taken)
        }
    }

    /// Turns what was held into what is issued.
    func issueHeld(_ need: Need) throws { try release(need, issuing: true) }

    /// Gives back what was held.
    func endHold(_ need: Need) throws { try release(need, issuing: false) }

    private func release(_ need: Need, issuing: Bool) throws {
        for (number, count) in need.sorted {
            try connection.ticketTypes.release(count, issued: issuing ? count : 0, of: number, event: event)
        }
        try connection.events.release(people: need.people, issued: issuing ? need.people : 0, at: event)
    }

    /// Gives back what an ended ticket had taken.
    func giveBack(_ need: Need) throws {
        for (number, count) in need.sorted {
            try connection.ticketTypes.giveBack(count, of: number, event: event)
        }
        try connection.events.giveBack(people: need.people, at: event)
    }

    /// Gives back what one order holds, if it has expired. Others are left alone: who has locked an order waits for none
    /// besides.
    ///
    /// - Parameter order: locked.
    func endExpiredHold(of order: inout Order) throws {
        guard order.isHolding, order.hasExpired(at: work.now) else { return }
        order.isHolding = false
        try connection.orders.update(order)
        try endHold(Need(order))
        try work.doing(.expireHold).record(
            AuditSubject(.order, order.number), of: event, before: ["holding": "yes"], after: ["holding": "no"])
    }

    /// Gives back what pending orders hold and visitors have reserved, where that has expired, and writes each down as that.
    ///
    /// - Parameter known: the event, where it was read before in this transaction.
    /// - Returns: how many orders that were.
    @discardableResult
    func endExpiredHolds(_ known: Event? = nil) throws -> Int {
        let reserved = try (known ?? connection.events.with(number: event)).map {
            try Reservations(event: $0, work: work).endExpired()
        }
        let orders = try connection.orders.endExpiredHolds(of: event, at: work.now).sorted()
        var need = Need()
        for number in orders {
            for line in try connection.orders.lines(of: number, of: event) {
                need.add(line.count, of: line.type, admits: line.admits)
            }
        }
        guard !orders.isEmpty else { return reserved ?? 0 }
        // All of them, since whoever ends holds may sell other types next, behind the event's row.
        try connection.ticketTypes.lock(of: event)
        try endHold(need)
        try work.doing(.expireHold).record(
            orders.compactMap {
                AuditTrail.Change(AuditSubject(.order, $0), before: ["holding": "yes"], after: ["holding": "no"])
            }, of: event)
        return orders.count + (reserved ?? 0)
    }
}

extension Work {
    func stock(of event: EventNumber) -> Stock { Stock(event: event, work: self) }
}
