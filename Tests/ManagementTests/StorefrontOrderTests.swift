import EventFixture
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Storefront: reserving", .everyEngine)
struct StorefrontOrderTests {
    private func reserve(
        _ festival: Festival, _ count: Int = 1, type: TicketType? = nil, email: String? = "grace@example.org",
        request: String = "r"
    ) throws -> LinkedOrder {
        var draft = festival.draft(count, payment: Payment(.cash), type: type)
        draft.buyer.email = email
        let storefront = try festival.storefront()
        return try #require(
            try storefront.order(storefront.reserve(draft, of: festival.event.number, request: request)))
    }

    @Test("Free tickets that visitors reserve are issued as paid; tickets with a price are issued as due at the door")
    func reserved() throws {
        let festival = try Festival()
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")).with { $0.allowsDoorReservations = true },
            to: festival.event)
        let free = try reserve(festival, 2)
        #expect(free.order.status == .paid && free.order.payment?.method == .complimentary && free.tickets.count == 2)
        let expensive = try reserve(festival, type: vip, request: "s")
        #expect(expensive.order.isDueAtTheDoor && expensive.tickets.map(\.ticket.sale?.due) == [Money("50000 UGX")])
        for entry in free.tickets + expensive.tickets {
            #expect(try festival.storefront().ticket(#require(entry.link))?.token != nil)
        }
        let gate = try festival.gate()
        let unpaid = try festival.token(of: expensive.tickets[0].ticket)
        #expect(gate.decide(Scan(unpaid)).outcome == .refuse(.unpaid(due: Money(minorUnits: 50000, currency: "UGX"))))
        var users: Set<String?> = []
        try festival.services.audit.forEachChange(of: festival.organizer()) { change in
            if change.action == "createOrder" { users.insert(change.userName) }
        }
        #expect(users == [Storefront.visitorName])
    }

    @Test("Orders with negative counts, or with counts whose sum overflows, are refused and reserve nothing")
    func beyond() throws {
        let festival = try Festival()
        let other = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Other"), to: festival.event)
        let third = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Third"), to: festival.event)
        for counts in [[Int.max, Int.max, 3], [Int.max, 1, 1], [Int.min, 1, 1], [-1, 1, 1]] {
            let lines = zip([festival.regular, other, third], counts)
                .map { OrderDraft.Line(type: $0.number, count: $1) }
            let draft = OrderDraft(lines: lines, name: "Grace", email: "grace@example.org")
            #expect(throws: SalesError.self) {
                try festival.storefront().reserve(draft, of: festival.event.number, request: "\(counts)")
            }
            #expect(throws: SalesError.self) {
                try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
            }
        }
        for count in [0, -1, Int.min, Int.max] {
            #expect(throws: ManagementError.self) {
                try festival.services.tickets.issue(
                    .unnamed(count), type: festival.regular, of: festival.event, signingWith: festival.ring)
            }
        }
        #expect(try festival.counts() == (0, 0))
    }

    @Test("A form that is sent sixteen times at once makes one order; a changed form with the same id is refused")
    func once() async throws {
        let festival = try Festival()
        let numbers = try await withThrowingTaskGroup(of: OrderNumber.self) { group in
            for _ in 0..<16 { group.addTask { try reserve(festival, 2).order.number } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers.count == 1)
        #expect(try festival.counts() == (2, 0))
        #expect(throws: SalesError.self) { try reserve(festival, 3) }
        // A visitor who sends the request id of an organizer’s order doesn’t see that order.
        let made = try festival.services.orders.createOrder(
            festival.draft(1, payment: Payment(.complimentary)), of: festival.event, signingWith: festival.ring,
            request: "desk")
        #expect(try reserve(festival, 1, request: "desk").order.number != made.number)
        #expect(try reserve(festival, 1, request: "web r").order.number != numbers.first)
    }

    @Test(
        "If ten tickets are left, or an e-mail address may reserve ten, ten of sixteen simultaneous orders succeed",
        arguments: ["quantity", "address"])
    func raced(bound: String) async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: bound == "quantity" ? 10 : nil))
        let reserved = await withTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask {
                    do {
                        return try reserve(
                            festival, email: bound == "address" ? "joan@example.org" : "n\(number)@example.org",
                            request: "\(number)"
                        ).tickets.count
                    } catch { return 0 }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(reserved == 10)
        #expect(try festival.counts() == (10, 0))
    }

    @Test("A reservation is refused for a type or event that is not on sale, and for a wrong count or e-mail address")
    func refused() throws {
        let festival = try Festival()
        let services = festival.services
        let hidden = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Crew", isHidden: true), to: festival.event)
        let early = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Early", sales: SalesWindow(closes: Festival.start)), to: festival.event)
        let gone = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Gone", quantity: 0), to: festival.event)
        let couple = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Couple").with { $0.perOrder = OrderRange(least: 2, most: 4) }, to: festival.event)
        #expect(throws: SalesError.orderFaults([.unknownType(hidden.number)])) { try reserve(festival, type: hidden) }
        #expect(throws: SalesError.orderFaults([.notOnSale("Early", .closed(Festival.start))])) {
            try reserve(festival, type: early)
        }
        #expect(throws: SalesError.orderFaults([.notOnSale("Gone", .soldOut)])) { try reserve(festival, type: gone) }
        for count in [-1, 0, 1, 5] {
            #expect(throws: SalesError.self, "\(count)") { try reserve(festival, count, type: couple) }
        }
        #expect(throws: StorefrontError.tooManyTickets(limit: 10)) { try reserve(festival, 11) }
        #expect(throws: StorefrontError.self) { try reserve(festival, email: nil) }
        #expect(throws: SalesError.self) { try reserve(festival, email: "nobody") }
        #expect(try festival.counts() == (0, 0))
        _ = try reserve(festival, 9)
        // This server sends no links, so the limit is checked at once. The error does not contain the number of tickets
        // that visitors have reserved with the address, but a stranger can find it out by trying several numbers.
        #expect(throws: StorefrontError.tooManyTickets(limit: 10)) { try reserve(festival, 2, request: "s") }
        #expect(
            "\(StorefrontError.tooManyTickets(limit: 10))"
                == "one e-mail address or phone number can reserve up to 10 tickets of this event")
        #expect(try festival.counts() == (9, 0))
        // Events that are not public are reported as unknown.
        let closed = try festival.published("Closed") { $0.kind = .private }
        for event in [closed, try festival.draft()] {
            #expect(throws: StorefrontError.notFound) {
                try festival.storefront().reserve(festival.draft(1), of: event.number, request: "t")
            }
        }
        festival.clock.advance(bySeconds: 7200)
        #expect(throws: StorefrontError.eventOver) { try reserve(festival, request: "u") }
        festival.clock.advance(bySeconds: -7200)
        _ = try services.events.cancelEvent(festival.event)
        #expect(throws: StorefrontError.eventCancelled) { try reserve(festival, request: "u") }
    }

    @Test("An order’s link shows the order, but no links to its transferred tickets")
    func link() throws {
        let festival = try Festival()
        let found = try reserve(festival, 2)
        let other = try reserve(festival, 1, request: "s")
        let link = try #require(try OrderLink(to: found.order.number, of: festival.event.number, festival.ring))
        let parts = link.path.split(separator: "/").map(String.init)
        let storefront = try festival.storefront()
        #expect(try storefront.order(#require(OrderLink(event: parts[0], order: parts[1], secret: parts[2]))) != nil)
        let forged = OrderLink(event: parts[0], order: "\(other.order.number)", secret: parts[2])
        #expect(try storefront.order(#require(forged)) == nil)
        #expect(try Festival().storefront().order(link) == nil)
        let kept = try festival.services.events.deleteEvent(festival.event).event
        let deleted = try #require(try storefront.order(link))
        #expect(deleted.event.status == .cancelled && deleted.order.status != .paid)
        #expect(deleted.tickets.count == 2 && deleted.tickets.allSatisfy { $0.link == nil })
        _ = try festival.services.events.restoreEvent(kept)
        let passedOn = try #require(found.tickets[0].link)
        _ = try storefront.transfer(passedOn, to: "Sarah", email: nil)
        #expect(try storefront.order(link)?.tickets.map { $0.link == nil } == [true, false])
        // A link that was made with an older issuer key is valid until that key is retired.
        var ring = festival.ring
        let old = try #require(ring.signingKey).number
        try ring.generate(at: festival.clock.now())
        #expect(try Storefront(to: festival.store, signingWith: ring, clock: festival.clock.now).order(link) != nil)
        try ring.retire(old, at: festival.clock.now())
        #expect(try Storefront(to: festival.store, signingWith: ring, clock: festival.clock.now).order(link) == nil)
    }
}
