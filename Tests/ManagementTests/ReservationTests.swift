import EventFixture
import Languages
import Management
import Testing
import Ticketing

@Suite("Visitors’ reservations", .everyEngine)
struct ReservationTests {
    private static let price = Money("50000 UGX")

    /// A festival with a ticket type that has a price. Visitors can reserve tickets of the type if `isOn` is true.
    private func festival(_ quantity: Int? = 10, capacity: Int? = nil, isOn: Bool = true) throws -> Festival {
        try Festival(
            capacity: capacity,
            type: TicketTypeDetails(
                name: "Regular", price: ReservationTests.price, quantity: quantity,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))
            ).with { $0.allowsDoorReservations = isOn })
    }

    @discardableResult
    private func reserve(
        _ festival: Festival, _ count: Int = 1, by visitor: String, type: TicketType? = nil
    ) throws -> Order {
        var draft = festival.draft(count, type: type)
        draft.buyer.email = visitor.contains("@") ? visitor : "\(visitor)@example.org"
        let storefront = try festival.storefront()
        return try #require(
            try storefront.order(storefront.reserve(draft, of: festival.event.number, request: "\(visitor) \(count)"))
        ).order
    }

    @Test("Visitors can’t reserve tickets of a type with a price until the organizer allows it")
    func offByDefault() throws {
        let festival = try festival(isOn: false)
        #expect(throws: StorefrontError.notReservable("Regular")) { try reserve(festival, by: "grace") }
        #expect(try festival.counts() == (0, 0))
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.allowsDoorReservations = true
        }
        try reserve(festival, by: "grace")
        #expect(try festival.counts() == (1, 0))
    }

    @Test("Unpaid reservations take at most a quarter of a type’s tickets, even if sixteen visitors try at once")
    func quarter() async throws {
        let festival = try festival(10)
        let orders = await withTaskGroup(of: Order?.self) { group in
            for number in 0..<16 {
                group.addTask { do { return try reserve(festival, by: "visitor\(number)") } catch { return nil } }
            }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        // A quarter of ten tickets is rounded down to two.
        #expect(orders.count == 2)
        #expect(try festival.counts() == (2, 0))
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "late") }
        // A payment makes room for another reservation.
        _ = try festival.pay(orders[0])
        try reserve(festival, by: "late")
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "later") }
        // The organizer can still sell the other tickets.
        _ = try festival.order(7, .cash)
        #expect(try festival.counts() == (10, 0))
    }

    @Test(
        "If a type has fewer than eight tickets, all visitors together can reserve only one of them",
        arguments: [1, 2, 3, 4, 7])
    func few(quantity: Int) throws {
        let festival = try festival(quantity)
        try reserve(festival, by: "grace")
        #expect(throws: (any Error).self) { try reserve(festival, by: "joan") }
        #expect(try festival.counts() == (1, 0))
    }

    @Test("Visitors reserve at most a quarter of the venue’s capacity, even if the event has several unlimited types")
    func room() throws {
        let festival = try festival(nil, capacity: 20)
        let table = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(
                name: "Table", price: ReservationTests.price, admits: try #require(Admits(rawValue: 2))
            ).with { $0.allowsDoorReservations = true }, to: festival.event)
        try reserve(festival, 1, by: "grace")
        try reserve(festival, 2, by: "joan", type: table)
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "sarah") }
    }

    @Test("Half an hour after the doors open, unpaid reservations expire and their tickets can be sold again")
    func expiry() throws {
        let festival = try festival(8)
        let services = festival.services
        _ = try services.events.edit(festival.event) { $0.doors = Festival.start.advanced(bySeconds: 1800) }
        let (unpaid, paid) = (try reserve(festival, 1, by: "grace"), try reserve(festival, 1, by: "joan"))
        _ = try festival.pay(paid)
        let own = try festival.order(6, .atTheDoor)
        func onSale() throws -> Bool {
            let found = try festival.storefront().event(named: "\(festival.event.slug)")?.types.first
            return found?.isOnSale ?? false
        }
        festival.clock.set(Festival.start.advanced(bySeconds: 3599))
        #expect(try !onSale())
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) {
            try festival.order(1, .cash)
        }
        festival.clock.advance(bySeconds: 1)
        #expect(try onSale() && services.ticketTypes.ticketTypesOnSale(of: festival.event)[0].type.issued == 7)
        #expect(throws: StorefrontError.reservationsEnded) { try reserve(festival, by: "late") }
        #expect(try services.orders.order(unpaid.number, of: festival.event).status == .pending)
        _ = try festival.order(1, .cash)
        #expect(try services.orders.order(unpaid.number, of: festival.event).status == .cancelled)
        #expect(try services.orders.tickets(of: unpaid, of: festival.event).allSatisfy { $0.status == .cancelled })
        #expect(try services.orders.order(paid.number, of: festival.event).status == .paid)
        #expect(try services.orders.order(own.number, of: festival.event).status == .pending)
        #expect(try festival.counts() == (8, 0))
        var actions: [String] = []
        try services.audit.forEachChange(of: festival.organizer()) { actions.append($0.action) }
        #expect(actions.contains("expireHold"))
    }

    @Test("With a payment deadline, unpaid reservations end at the deadline, not half an hour after the doors open")
    func deadline() throws {
        let festival = try festival(8)
        let services = festival.services
        let deadline = Festival.start.advanced(bySeconds: 1200)
        _ = try services.events.edit(festival.event) { $0.payBy = deadline }
        let event = try services.events.event(named: festival.event.slug)
        let unpaid = try reserve(festival, 1, by: "grace")
        #expect(unpaid.reservationExpiry(at: event) == deadline)
        festival.clock.set(Festival.start.advanced(bySeconds: 1199))
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        try reserve(festival, 1, by: "joan")
        festival.clock.set(deadline)
        #expect(throws: StorefrontError.reservationsEnded) { try reserve(festival, by: "late") }
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 2)
        #expect(try services.orders.order(unpaid.number, of: festival.event).status == .cancelled)
        // The deadline moves with the event.
        let moved = try services.events.shift([event], by: TimeShift(days: 1)).first
        #expect(moved?.event.details.payBy == deadline.advanced(bySeconds: 86_400))
    }

    @Test("A payment deadline in the past or after the event's end is refused, so it cannot end reservations at once")
    func deadlineFaults() throws {
        let festival = try festival(8)
        let events = festival.services.events
        let unpaid = try reserve(festival, 1, by: "grace")
        let faulty: [(seconds: Int64, fault: FaultSentence)] = [
            (0, .payByInFuture), (-86_400, .payByInFuture), (7201, .payByUntilEnd),
        ]
        for (seconds, fault) in faulty {
            #expect(throws: ManagementError.invalid([FieldFault("pay_by", fault)])) {
                try events.edit(festival.event) { $0.payBy = Festival.start.advanced(bySeconds: seconds) }
            }
        }
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        #expect(try festival.services.orders.order(unpaid.number, of: festival.event).status == .pending)
        let deadline = Festival.start.advanced(bySeconds: 60)
        _ = try events.edit(festival.event) { $0.payBy = deadline }
        festival.clock.set(deadline)
        #expect(try Storefront.lapseExpired(festival.store, at: deadline) == 1)
        // Other details can still be changed after the deadline.
        _ = try events.edit(festival.event) { $0.city = "Entebbe" }
        #expect(try events.duplicate(festival.event, titled: "Copy", by: nil).details.payBy == nil)
        let next = try events.duplicate(festival.event, titled: "Next", by: TimeShift(days: 1))
        #expect(next.details.payBy == deadline.advanced(bySeconds: 86_400))
    }

    @Test(
        "Visitors together can order ten free tickets of a type per hour, or a quarter of its tickets if that is more")
    func free() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 60))
        try reserve(festival, 10, by: "grace")
        try reserve(festival, 5, by: "joan")
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, 1, by: "sarah") }
        festival.clock.advance(bySeconds: 3500)
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, 1, by: "sarah") }
        festival.clock.set(Festival.start)
        _ = try festival.services.events.edit(festival.event) { $0.start = Festival.start.advanced(bySeconds: 5000) }
        festival.clock.advance(bySeconds: 3601)
        try reserve(festival, 10, by: "sarah")
        #expect(try festival.counts() == (25, 0))
        // Orders of free tickets never expire.
        festival.clock.set(Festival.start.advanced(bySeconds: 7100))
        #expect(try festival.services.ticketTypes.ticketTypesOnSale(of: festival.event)[0].type.issued == 25)
        let small = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 10))
        try reserve(small, 10, by: "grace")
    }

    @Test("One mailbox gets at most ten tickets, however its address is spelled")
    func mailboxes() throws {
        let festival = try Festival()
        try reserve(festival, 6, by: "grace.nakato@gmail.com")
        for address in ["gracenakato+1@gmail.com", "g.r.a.c.e.nakato@googlemail.com", "GraceNakato@gmail.com"] {
            #expect(throws: StorefrontError.tooManyTickets(limit: 10)) {
                try reserve(festival, 5, by: address)
            }
        }
        try reserve(festival, 4, by: "grace.nakato+friends@gmail.com")
        // With other e-mail providers, addresses that differ by a dot can belong to different mailboxes.
        try reserve(festival, 10, by: "a.b@example.org")
        try reserve(festival, 10, by: "ab@example.org")
        #expect(throws: StorefrontError.self) { try reserve(festival, 1, by: "ab+x@example.org") }
    }
}
