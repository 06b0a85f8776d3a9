import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Overselling", .everyEngine)
struct OversellTests {
    /// The limit that is set to ten in a test: the quantity of the ticket type, or the capacity of the event. The other
    /// limit is not set.
    enum Bound: Sendable, CaseIterable { case quantity, capacity }

    @Test("If a ticket type is removed during sales, either some of its tickets are sold or it is removed, never both")
    func removed() async throws {
        let festival = try Festival()
        for round in 0..<8 {
            let type = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Type \(round)"), to: festival.event)
            let sold = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let issued = try? festival.services.tickets.issue(
                            .unnamed(1), type: type, of: festival.event, signingWith: festival.ring)
                        return issued == nil ? 0 : 1
                    }
                }
                group.addTask {
                    _ = try? festival.services.ticketTypes.removeTicketType(type.number, of: festival.event)
                    return 0
                }
                return await group.reduce(0, +)
            }
            let types = try festival.services.ticketTypes.ticketTypes(of: festival.event)
            #expect(types.contains { $0.number == type.number } == (sold > 0), "round \(round): \(sold) sold")
        }
        let issued = try festival.services.ticketTypes.ticketTypes(of: festival.event).map(\.issued)
        #expect(try issued.reduce(0, +) == Self.activeTickets(festival))
    }

    @Test(
        "If the limit is 10 tickets, 64 tasks that buy, reserve, pay late, cancel and refund tickets never exceed it",
        arguments: Bound.allCases)
    func raced(bound: Bound) async throws {
        let festival = try Festival(
            capacity: bound == .capacity ? 10 : nil,
            type: TicketTypeDetails(
                name: "Regular", price: Money("50000 UGX"), quantity: bound == .quantity ? 10 : nil,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))))
        let seed = SeededGenerator(for: "64 tasks, 10 places").seed
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    var random = SeededGenerator(seed: seed &+ UInt64(task))
                    for _ in 0..<3 { try Self.buy(festival, &random) }
                }
            }
            try await group.waitForAll()
        }
        try Self.checkCounts(festival)
        // All remaining tickets can be sold, but not one more.
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        let left = 10 - (try Self.activeTickets(festival))
        if left > 0 { _ = try festival.order(left, .cash) }
        let refusal: ManagementError =
            bound == .quantity
            ? .quantityExceeded(type: "Regular", asked: 1, left: 0) : .capacityExceeded(asked: 1, left: 0)
        #expect(throws: refusal) { try festival.order(1) }
        #expect(try Self.activeTickets(festival) == 10)
        try Self.checkCounts(festival)
    }

    /// Performs a random action of a customer.
    private static func buy(_ festival: Festival, _ random: inout SeededGenerator) throws {
        let count = Int.random(in: 1...3, using: &random)
        do {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try festival.order(count, .cash)
            case 1:
                let order = try festival.order(count)
                festival.clock.advance(bySeconds: Int64.random(in: 0...60, using: &random))
                _ = try festival.pay(order)
            case 2:
                _ = try festival.order(count)
                // Time passes, so that reservations of all tasks expire during the test.
                festival.clock.advance(bySeconds: Order.reservationSeconds / 32)
            case 3:
                let order = try festival.order(count)
                _ = try festival.services.orders.cancelOrder(order.number, of: festival.event, note: nil)
            case 4:
                let order = try festival.order(count, .card)
                _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
            default: _ = try festival.issue(1)
            }
        } catch ManagementError.quantityExceeded, ManagementError.capacityExceeded {
            // All tickets are sold or reserved at this moment.
        }
        #expect(try activeTickets(festival) <= 10)
    }

    private static func activeTickets(_ festival: Festival) throws -> Int {
        var count = 0
        try festival.services.tickets.forEachTicket(of: festival.event) { count += $0.status.isActive ? 1 : 0 }
        return count
    }

    /// Checks that the stored counts of issued and reserved tickets match the tickets and orders in the store, and do
    /// not exceed ten.
    static func checkCounts(_ festival: Festival) throws {
        var reserved = 0
        try festival.services.orders.forEachOrder(of: festival.event) {
            reserved += $0.holdsReservation ? $0.tickets : 0
        }
        let counts = try festival.counts()
        #expect(try counts.issued == activeTickets(festival))
        #expect(counts.reserved == reserved && counts.issued + reserved <= 10)
        let people = try festival.store.read { connection in
            try (
                connection.events.people(at: festival.event.number),
                connection.events.reservedPeople(at: festival.event.number)
            )
        }
        #expect(people == (counts.issued, counts.reserved))
    }

    @Test("Sixteen tasks that send the same payment request at once cause one payment and one set of tickets")
    func paidOnce() async throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 10))
        let order = try festival.order(4)
        let paid = try await withThrowingTaskGroup(of: Order.self) { group in
            for _ in 0..<16 { group.addTask { try festival.pay(order, request: "once") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(paid).count == 1)
        #expect(try festival.counts() == (4, 0))
        #expect(try festival.services.orders.tickets(of: order, of: festival.event).count == 4)
    }

    @Test("If sixteen tasks find the same expired reservation at the same time, it is released once")
    func givenBackOnce() async throws {
        let festival = try Festival(
            capacity: 10, type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 10))
        _ = try festival.order(10)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        let sold = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do { return try festival.order(1, .cash).tickets } catch { return 0 }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sold == 10)
        #expect(try festival.counts() == (10, 0))
        try Self.checkCounts(festival)
    }
}
