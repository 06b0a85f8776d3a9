import EventFixture
import Management
import Store
import Testing
import TicketToken
import Ticketing

extension Festival {
    /// The kinds of unsent messages to an address.
    func messages(to address: String) throws -> [Notice.Kind] {
        try store.read { try $0.notices.due(at: Instant(milliseconds: .max), limit: 10_000) }
            .filter { $0.recipient == address }.map(\.kind).sorted { $0.rawValue < $1.rawValue }
    }
}

/// Strangers reserve tickets with other people's addresses, or with many addresses of their own.
@Suite("Attacks on reservations", .everyEngine)
struct ReservationAttackTests {
    private static let price = Money("50000 UGX")
    private static let minutes15 = Int64(OrderConfirmation.minutes) * 60
    private static let victim = "victim@example.org"

    private func festival(_ quantity: Int? = nil, price: Money? = nil) throws -> Festival {
        try Festival(
            type: TicketTypeDetails(
                name: "Regular", price: price, quantity: quantity,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))
            ).with { $0.allowsDoorReservations = true })
    }

    private func storefront(_ festival: Festival, _ channel: Notice.Channel = .email) throws -> Storefront {
        try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { $0 == channel })
    }

    @discardableResult
    private func reserve(
        _ festival: Festival, _ count: Int = 1, by email: String, phone: String? = nil, at event: Event? = nil,
        request: String = "r"
    ) throws -> Order {
        let event = event ?? festival.event
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
        var draft = festival.draft(count, type: type)
        draft.buyer.email = email
        draft.buyer.phone = phone
        let storefront = try storefront(festival, phone == nil ? .email : .sms)
        let link = try storefront.reserve(draft, of: event.number, request: "\(email) \(request)")
        return try #require(try storefront.order(link)).order
    }

    @discardableResult
    private func confirm(_ festival: Festival, _ order: Order) throws -> Order {
        let link = try festival.notices(.reservationToConfirm).first {
            $0.event == order.event && $0.payload["order"] == "\(order.number)"
        }?.payload["link"]
        let text = try #require(link).dropFirst("/confirm/".count)
        let secret = try #require(try ConfirmationSecret(text: String(text)))
        let storefront = try storefront(festival)
        return try #require(try storefront.order(storefront.confirmReservation(secret))).order
    }

    private func order(_ festival: Festival, _ order: Order) throws -> Order {
        try festival.services.orders.order(order.number, of: festival.event)
    }

    @Test(
        "An address that was never confirmed gets only confirmation links, even if its order or the event is cancelled")
    func victim() throws {
        let festival = try festival()
        let first = try reserve(festival, by: Self.victim)
        let address = try #require(EmailAddress(rawValue: Self.victim))
        _ = try storefront(festival).requestTickets(of: .email(address))
        _ = try festival.services.orders.cancelOrder(first.number, of: festival.event, note: nil)
        try reserve(festival, by: Self.victim, request: "2")
        festival.clock.advance(bySeconds: Self.minutes15)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 1)
        try reserve(festival, by: Self.victim, request: "3")
        let grace = try confirm(festival, reserve(festival, by: "grace@example.org"))
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(try festival.messages(to: Self.victim) == Array(repeating: .reservationToConfirm, count: 3))
        #expect(try festival.messages(to: "grace@example.org").contains(.eventCancelled))
        #expect(try order(festival, grace).status == .cancelled)
    }

    @Test("An unconfirmed order is cancelled when its link no longer works, and not before")
    func cancelled() throws {
        let festival = try festival(price: Self.price)
        let orders = try (0..<3).map { try reserve(festival, by: "n\($0)@example.org") }
        festival.clock.advance(bySeconds: Self.minutes15)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 3)
        // A member records the payment of one order, so this order is not cancelled.
        #expect(try festival.pay(orders[0]).status == .paid)
        festival.clock.advance(bySeconds: Storefront.lateConfirmationSeconds - 1)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        #expect(try order(festival, orders[1]).awaitsConfirmation)
        festival.clock.advance(bySeconds: 1)
        #expect(throws: StorefrontError.notFound) { try confirm(festival, orders[1]) }
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 2)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 0)
        #expect(try orders.map { try order(festival, $0).status } == [.paid, .cancelled, .cancelled])
        #expect(try festival.messages(to: "n1@example.org") == [.reservationToConfirm])
        guard case .intact = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test(
        "Unconfirmed orders to be paid at the door take at most a quarter of the tickets, even from many addresses")
    func catchAll() throws {
        let festival = try festival(40, price: Self.price)
        let orders = try (0..<2).map { try reserve(festival, 5, by: "n\($0)@example.org") }
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "n2@example.org") }
        #expect(try festival.counts() == (0, 10))
        // A confirmed order does not count towards this limit, although it is not paid.
        #expect(try confirm(festival, orders[0]).isDueAtTheDoor)
        try reserve(festival, 5, by: "n2@example.org")
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "n3@example.org") }
        // The unconfirmed reservations end after 15 minutes.
        festival.clock.advance(bySeconds: Self.minutes15)
        try reserve(festival, 10, by: "n3@example.org")
        #expect(try festival.counts() == (5, 10))
    }

    @Test("Orders that visitors have confirmed can take all tickets; unpaid orders expire at the payment deadline")
    func confirmed() throws {
        let festival = try festival(8, price: Self.price)
        let first = try confirm(festival, reserve(festival, 2, by: "n0@example.org"))
        try confirm(festival, reserve(festival, 2, by: "n1@example.org"))
        // The unconfirmed orders still take at most a quarter of the tickets.
        let waiting = try (2..<4).map { try reserve(festival, by: "n\($0)@example.org") }
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "n4@example.org") }
        for order in waiting { #expect(try confirm(festival, order).isDueAtTheDoor) }
        #expect(try festival.counts() == (6, 0))
        try confirm(festival, reserve(festival, 2, by: "n4@example.org"))
        #expect(try festival.counts() == (8, 0))
        #expect(throws: SalesError.orderFaults([.notOnSale("Regular", .soldOut)])) {
            try reserve(festival, by: "n5@example.org")
        }
        #expect(try festival.pay(first).status == .paid)
        // At the organizer's payment deadline, the reservations end, and other visitors can buy the tickets.
        _ = try festival.services.events.edit(festival.event) { $0.payBy = Festival.start.advanced(bySeconds: 600) }
        festival.clock.advance(bySeconds: 600)
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 4)
        #expect(try festival.counts() == (2, 0))
        #expect(try festival.notices(.reservationLapsed).count == 4)
    }

    @Test("Reservations that lapsed one after another can be confirmed late, as long as tickets are left")
    func lateCatchAll() throws {
        let festival = try festival(40, price: Self.price)
        let orders = try (0..<3).map { number in
            let order = try reserve(festival, 5, by: "n\(number)@example.org")
            festival.clock.advance(bySeconds: Self.minutes15)
            return order
        }
        // Each new reservation has released the expired reservation before it, so this call ends only the last one.
        #expect(try Storefront.lapseExpired(festival.store, at: festival.clock.now()) == 1)
        for order in orders.prefix(2) { try confirm(festival, order) }
        _ = try festival.issue(26)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 5, left: 4)) {
            try confirm(festival, orders[2])
        }
        #expect(try festival.counts() == (36, 0) && order(festival, orders[2]).awaitsConfirmation)
    }

    @Test(
        """
        Orders to be paid at the door for which no confirmation was requested do not count towards the limit on \
        unconfirmed orders of free tickets
        """)
    func freeTickets() throws {
        let festival = try Festival(
            capacity: 40,
            type: TicketTypeDetails(name: "Regular", price: Self.price).with { $0.allowsDoorReservations = true })
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Student"), to: festival.event)
        // The server could not send a message to this visitor, so the order stays unconfirmed until it is paid.
        var grace = festival.draft(10)
        grace.buyer.email = "grace@example.org"
        _ = try festival.storefront().reserve(grace, of: festival.event.number, request: "grace")
        let student = try #require(
            try festival.services.ticketTypes.ticketTypes(of: festival.event).first { $0.name == "Student" })
        var draft = festival.draft(1, type: student)
        draft.buyer.email = "joan@example.org"
        let storefront = try storefront(festival)
        let link = try storefront.reserve(draft, of: festival.event.number, request: "student")
        #expect(try storefront.order(link)?.order.awaitsConfirmation == true)
        #expect(throws: StorefrontError.tooManyUnconfirmed) { try reserve(festival, by: "sarah@example.org") }
    }

    @Test(
        """
        A mailbox gets at most five links in an hour, even if parallel requests for many events spell its address \
        differently
        """)
    func manyEvents() async throws {
        let festival = try festival()
        let drafts = try (0..<10).map { number in
            let event = try festival.published("Event \(number)")
            let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
            var draft = festival.draft(1, type: type)
            let addresses = ["vic.tim@gmail.com", "victim+\(number)@gmail.com", "v.i.c.t.i.m@googlemail.com"]
            draft.buyer.email = addresses[number % 3]
            return (event: event.number, draft: draft)
        }
        let storefront = try storefront(festival)
        festival.clock.advance(bySeconds: 30)
        let refused = try await withThrowingTaskGroup(of: Int.self) { group in
            for (event, draft) in drafts {
                group.addTask {
                    do {
                        _ = try storefront.reserve(draft, of: event, request: "parallel")
                        return 0
                    } catch StorefrontError.tooManyMessages { return 1 }
                }
            }
            return try await group.reduce(0) { $0 + $1 }
        }
        #expect(refused == 10 - Storefront.maximumLinksPerHour)
        #expect(try festival.notices(.reservationToConfirm).count == Storefront.maximumLinksPerHour)
        // A server whose clock is a little behind also counts these links.
        festival.clock.set(Festival.start)
        #expect(throws: StorefrontError.tooManyMessages) { try reserve(festival, by: "victim@gmail.com") }
    }

    @Test("A mailbox gets at most ten links in 24 hours")
    func day() throws {
        let festival = try festival()
        let events = try (0..<11).map { try festival.published("Event \($0)", at: 2 * 86_400) }
        for (number, event) in events.prefix(Storefront.maximumLinksPerDay).enumerated() {
            if number == Storefront.maximumLinksPerHour { festival.clock.advance(bySeconds: 3600) }
            try reserve(festival, by: "victim+\(number)@example.org", at: event)
        }
        festival.clock.advance(bySeconds: 3600)
        #expect(throws: StorefrontError.tooManyMessages) { try reserve(festival, by: Self.victim, at: events[10]) }
        festival.clock.set(Festival.start.advanced(bySeconds: 86_400))
        try reserve(festival, by: Self.victim, at: events[10])
    }

    @Test("A phone number gets at most three links in an hour, and all phone numbers together get at most sixty")
    func textMessages() throws {
        let festival = try festival()
        let events = try (0..<4).map { try festival.published("Event \($0)") }
        for (number, event) in events.prefix(Storefront.maximumTextLinksPerHour).enumerated() {
            try reserve(festival, by: "n\(number)@example.org", phone: "+256700000000", at: event)
        }
        #expect(throws: StorefrontError.tooManyMessages) {
            try reserve(festival, by: "n3@example.org", phone: "+256700000000", at: events[3])
        }
        for number in Storefront.maximumTextLinksPerHour..<Storefront.maximumTextLinksOfAllPerHour {
            try reserve(festival, by: "n\(number)@example.org", phone: "+2567000001\(10 + number)")
        }
        #expect(throws: StorefrontError.tooManyMessages) {
            try reserve(festival, by: "last@example.org", phone: "+256700000099")
        }
        // Links by e-mail have their own limits.
        #expect(try reserve(festival, by: "last@example.org").awaitsConfirmation)
        festival.clock.advance(bySeconds: 3600)
        try reserve(festival, by: "later@example.org", phone: "+256700000099")
    }
}
