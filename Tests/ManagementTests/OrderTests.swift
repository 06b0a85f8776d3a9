import EventFixture
import Management
import Store
import TicketToken
import Testing
import Ticketing

extension Festival {
    func draft(_ count: Int, payment: Payment? = nil, type: TicketType? = nil, name: String = "Grace Nakato")
        -> OrderDraft
    {
        OrderDraft(
            lines: [OrderDraft.Line(type: (type ?? regular).number, count: count)], name: name,
            email: "grace@example.org", payment: payment)
    }

    func order(_ count: Int, _ method: Payment.Method? = nil) throws -> Order {
        try services.orders.createOrder(
            draft(count, payment: method.map { Payment($0) }), of: event, signingWith: ring)
    }

    func pay(_ order: Order, _ method: Payment.Method = .cash, request: String? = nil) throws -> Order {
        try services.orders.pay(order.number, of: event, Payment(method), signingWith: ring, request: request)
    }

    func counts() throws -> (issued: Int, reserved: Int) {
        let type = try services.ticketTypes.ticketType(named: regular.name, of: event)
        return (type.issued, type.reserved)
    }

    func notices(_ kind: Notice.Kind) throws -> [Notice] {
        try store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }.filter { $0.kind == kind }
    }
}

@Suite("Orders", .everyEngine)
struct OrderTests {
    private func festival(_ quantity: Int = 10, capacity: Int? = nil) throws -> Festival {
        try Festival(
            capacity: capacity,
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: quantity))
    }

    @Test("A pending order reserves its tickets exactly until it expires; its reservation is released only once")
    func expiry() throws {
        let festival = try festival()
        let order = try festival.order(10)
        #expect(try festival.counts() == (0, 10))
        festival.clock.advance(bySeconds: Order.reservationSeconds - 1)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) {
            try festival.order(1)
        }
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) { try festival.issue(1) }
        festival.clock.advance(bySeconds: 1)
        #expect(try festival.services.ticketTypes.ticketTypesOnSale(of: festival.event).first?.reserved == 0)
        // Four tickets are issued. For this, the whole expired reservation is released, so six tickets remain.
        #expect(try festival.issue(4).count == 4)
        #expect(try festival.counts() == (4, 0))
        let other = try festival.order(6)
        #expect(try festival.counts() == (4, 6))
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 10, left: 0)) {
            try festival.pay(order)
        }
        _ = try festival.services.orders.cancelOrder(other.number, of: festival.event, note: nil)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 10, left: 6)) {
            try festival.pay(order)
        }
        #expect(try festival.counts() == (4, 0))
    }

    @Test("An expired order can still be paid while enough tickets are left")
    func lateAndLucky() throws {
        let festival = try festival(capacity: 12)
        let order = try festival.order(10)
        festival.clock.advance(bySeconds: 3 * Order.reservationSeconds)
        let paid = try festival.pay(order)
        #expect(paid.status == .paid && paid.amountPaid == 500_000 && !paid.holdsReservation)
        #expect(try festival.counts() == (10, 0))
        #expect(try festival.services.tickets.admittedPeople(of: festival.event) == 10)
        #expect(try festival.services.orders.tickets(of: paid, of: festival.event).count == 10)
    }

    @Test("A reservation counts towards the venue’s capacity until the reservation expires")
    func capacity() throws {
        let festival = try festival(capacity: 5)
        _ = try festival.order(4)
        #expect(throws: ManagementError.capacityExceeded(asked: 2, left: 1)) { try festival.order(2) }
        #expect(try festival.services.tickets.admittedPeople(of: festival.event) == 0)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        #expect(try festival.order(5).holdsReservation)
    }

    @Test("A payment issues tickets at the order’s price and in the buyer’s name; price changes affect only new orders")
    func prices() throws {
        let festival = try festival()
        let order = try festival.order(2)
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money("70000 UGX")
        }
        let paid = try festival.pay(order, .mobileMoney)
        let tickets = try festival.services.orders.tickets(of: paid, of: festival.event)
        #expect(tickets.allSatisfy { $0.sale == Ticket.Sale(order: order.number, price: Money("50000 UGX")) })
        #expect(tickets.allSatisfy { $0.holder == "Grace Nakato" && $0.email?.rawValue == "grace@example.org" })
        #expect(try festival.order(1).total == 70_000)
        #expect(try festival.notices(.orderPaid).map(\.recipient) == ["grace@example.org"])
        #expect(try festival.notices(.orderPending).count == 2)
        #expect(throws: SalesError.notPayable(order.number, .paid)) { try festival.pay(order) }
    }

    @Test("An order of free tickets is complete at once; with a ticket that has a price, the order is pending")
    func free() throws {
        let festival = try Festival()
        let orders = festival.services.orders
        let made = try (0..<2).map { _ in
            try orders.createOrder(
                festival.draft(2), of: festival.event, signingWith: festival.ring, request: "r")
        }
        #expect(made[0] == made[1] && made[0].status == .paid && made[0].payment == Payment(.complimentary))
        #expect(made[0].amountPaid == 0 && !made[0].holdsReservation)
        #expect(try orders.tickets(of: made[0], of: festival.event).count == 2 && festival.counts() == (2, 0))
        #expect(try festival.notices(.orderPaid).count == 1 && festival.notices(.orderPending).isEmpty)
        // Tickets cannot be issued without a key, so nothing is stored.
        #expect(throws: ManagementError.noSigningKey) {
            try orders.createOrder(festival.draft(1), of: festival.event)
        }
        // The faults of a draft are reported before the missing key.
        #expect(throws: SalesError.self) {
            try orders.createOrder(festival.draft(1, name: "Grace\tNakato"), of: festival.event)
        }
        #expect(try festival.counts() == (2, 0))
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP", price: Money("50000 UGX")), to: festival.event)
        var mixed = festival.draft(1)
        mixed.lines.append(OrderDraft.Line(type: vip.number, count: 1))
        #expect(try orders.createOrder(mixed, of: festival.event, signingWith: festival.ring).status == .pending)
        #expect(try festival.counts() == (2, 1))
        // An unknown ticket type is a fault, and not a free ticket.
        let unknown = try #require(TicketTypeNumber(rawValue: 99))
        #expect(throws: SalesError.orderFaults([.unknownType(unknown)])) {
            try orders.createOrder(
                OrderDraft(lines: [OrderDraft.Line(type: unknown, count: 1)], name: "Grace"), of: festival.event)
        }
    }

    @Test("A repeated request returns the same order; a request with the same ID but other contents is refused")
    func requests() throws {
        let festival = try festival()
        let made = try (0..<3).map { _ in
            try festival.services.orders.createOrder(festival.draft(2), of: festival.event, request: "r-1")
        }
        #expect(Set(made.map(\.number)).count == 1)
        #expect(try festival.counts() == (0, 2))
        #expect(throws: SalesError.requestReused("r-1")) {
            try festival.services.orders.createOrder(festival.draft(3), of: festival.event, request: "r-1")
        }
        let paid = try (0..<3).map { _ in try festival.pay(made[0], request: "p-1") }
        #expect(Set(paid).count == 1)
        #expect(try festival.counts() == (2, 0))
        #expect(throws: SalesError.requestReused("p-1")) { try festival.pay(made[0], .card, request: "p-1") }
        #expect(throws: SalesError.notPayable(made[0].number, .paid)) { try festival.pay(made[0], request: "p-2") }
        // The repeated request returns the same order, which is paid by now.
        #expect(
            try festival.services.orders.createOrder(festival.draft(2), of: festival.event, request: "r-1") == paid[0])
        let soldNow = try (0..<2).map { _ in
            try festival.services.orders.createOrder(
                festival.draft(1, payment: Payment(.cash, reference: "R")), of: festival.event,
                signingWith: festival.ring, request: "r-2")
        }
        #expect(soldNow[0] == soldNow[1])
        #expect(try festival.counts() == (3, 0))
    }

    @Test("Tickets to be paid at the door are issued at once, and their price is due until the order is paid")
    func atTheDoor() throws {
        let festival = try festival()
        let order = try festival.order(2, .atTheDoor)
        #expect(order.status == .pending && order.expires == nil)
        festival.clock.advance(bySeconds: 10 * Order.reservationSeconds)
        let due = try festival.services.orders.tickets(of: order, of: festival.event)
        #expect(due.allSatisfy { $0.sale?.due == Money("50000 UGX") })
        #expect(throws: SalesError.alreadyAtTheDoor(order.number)) { try festival.pay(order, .atTheDoor) }
        // No refund is owed for a cancelled unpaid ticket, and the later payment does not include its price.
        let ended = try festival.services.tickets.cancel(due[0].code, of: festival.event, note: nil)
        #expect(ended.refundsOwed.isEmpty && ended.orders.first?.status == .pending)
        let paid = try festival.services.orders.pay(order.number, of: festival.event, Payment(.cash), signingWith: nil)
        #expect(paid.status == .paid && paid.amountPaid == 50_000)
        let tickets = try festival.services.orders.tickets(of: paid, of: festival.event)
        #expect(tickets.filter(\.status.isActive).allSatisfy { $0.sale?.due == nil })
        #expect(tickets.filter { !$0.status.isActive }.allSatisfy { $0.sale?.due == Money("50000 UGX") })
        #expect(try festival.counts() == (1, 0))
    }

    @Test(
        "Cancelling an unpaid order ends its reservation or cancels its tickets; a paid order can’t be cancelled"
    )
    func cancelling() throws {
        let festival = try festival()
        let pending = try festival.order(3)
        let door = try festival.order(2, .atTheDoor)
        let paid = try festival.order(1, .cash)
        #expect(try festival.counts() == (3, 3))
        for order in [pending, door] {
            #expect(
                try festival.services.orders.cancelOrder(order.number, of: festival.event, note: nil).status
                    == .cancelled)
            #expect(throws: SalesError.notCancellable(order.number, .cancelled)) {
                try festival.services.orders.cancelOrder(order.number, of: festival.event, note: nil)
            }
            #expect(throws: SalesError.notPayable(order.number, .cancelled)) { try festival.pay(order) }
        }
        #expect(try festival.counts() == (1, 0))
        let tickets = try festival.services.orders.tickets(of: door, of: festival.event)
        #expect(tickets.allSatisfy { $0.status == .cancelled })
        #expect(throws: SalesError.notCancellable(paid.number, .paid)) {
            try festival.services.orders.cancelOrder(paid.number, of: festival.event, note: nil)
        }
        #expect(try festival.notices(.refundOwed).isEmpty)
        #expect(try festival.notices(.orderCancelled).count == 2)
    }

    @Test("Each refund, partial or full, is owed and announced once, and the tickets can be sold again")
    func refunds() throws {
        let festival = try festival()
        let order = try festival.order(3, .card)
        let other = try festival.order(1, .cash)
        let codes = try festival.services.orders.tickets(of: order, of: festival.event).map(\.code)
        let foreign = try #require(try festival.services.orders.tickets(of: other, of: festival.event).first).code
        #expect(throws: SalesError.ticketOfAnother(foreign, order.number)) {
            try festival.services.orders.refund(
                .tickets([codes[0], foreign]), ofOrder: order.number, of: festival.event, note: nil)
        }
        let first = try festival.services.orders.refund(
            .tickets([codes[0], codes[0]]), ofOrder: order.number, of: festival.event, note: "ill")
        #expect(first.refundsOwed == [Money(minorUnits: 50_000, currency: "UGX")])
        #expect(first.orders.first?.status == .partlyRefunded && first.tickets.map(\.status) == [.refunded])
        #expect(throws: ManagementError.notIssued(codes[0], .refunded)) {
            try festival.services.orders.refund(
                .tickets([codes[0]]), ofOrder: order.number, of: festival.event, note: nil)
        }
        // If a ticket of a paid order is cancelled, its price is also owed to the buyer.
        let cancelled = try festival.services.tickets.cancel(codes[1], of: festival.event, note: nil)
        #expect(cancelled.refundsOwed == first.refundsOwed && cancelled.orders.first?.refundOwed == 100_000)
        let rest = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        #expect(rest.orders.first?.status == .refunded && rest.orders.first?.refundOwed == 150_000)
        #expect(throws: SalesError.notRefundable(order.number, .refunded)) {
            try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        }
        #expect(try festival.counts() == (1, 0))
        let notices = try festival.notices(.refundOwed)
        #expect(notices.count == 3 && notices.allSatisfy { $0.payload["amount"] == "50000 UGX" })
    }

    @Test(
        "Amounts keep the decimal places of their currency (none, two or three) from price to refund and report",
        arguments: [
            ("100 JPY", "200 JPY", 200), ("50000 UGX", "100000 UGX", 100_000), ("0.05 EUR", "0.10 EUR", 10),
            ("1.250 KWD", "2.500 KWD", 2500),
        ] as [(String, String, Int64)])
    func decimals(price: String, total: String, minorUnits: Int64) throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money(price)))
        let order = try festival.order(2, .cash)
        #expect(order.money(order.total)?.description == total)
        let refund = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        #expect(refund.refundsOwed.map(\.description) == [total])
        #expect(try festival.notices(.refundOwed).map { $0.payload["amount"] } == [total])
        let report = try festival.services.reports.salesReport(of: festival.event)
        #expect(report.total.refunds == minorUnits && report.currency == String(total.suffix(3)))
    }

    @Test("Complimentary tickets cost nothing, and nothing is owed for them")
    func complimentary() throws {
        let festival = try festival()
        let order = try festival.order(2, .complimentary)
        #expect(order.status == .paid && order.amountPaid == 0 && order.total == 100_000)
        let tickets = try festival.services.orders.tickets(of: order, of: festival.event)
        #expect(tickets.allSatisfy { $0.sale?.price?.minorUnits == 0 && $0.sale?.due == nil })
        let ended = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        #expect(ended.refundsOwed.isEmpty && ended.orders.first?.status == .cancelled)
        #expect(ended.tickets.map(\.status) == [.cancelled, .cancelled])
        #expect(try festival.notices(.refundOwed).isEmpty)
    }

    @Test("An address gets one message about all its refunded tickets of an order; other holders get separate messages")
    func endedTogether() throws {
        let festival = try Festival()
        let (orders, tickets) = (festival.services.orders, festival.services.tickets)
        let (first, second) = (try festival.order(4, .cash), try festival.order(1, .cash))
        let codes = try orders.tickets(of: first, of: festival.event).map(\.code)
        _ = try tickets.transfer(
            codes[1], of: festival.event, to: "Sarah", email: "sarah@example.org",
            signingWith: festival.ring)
        for order in [first, second] {
            _ = try orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        }
        let notices = try festival.notices(.ticketCancelled)
        func named(to address: String, _ order: Order?) -> [[TicketCode]] {
            notices.filter { $0.recipient == address && $0.payload["order"] == order.map { "\($0.number)" } }
                .map(\.ticketCodes)
        }
        #expect(notices.count == 3)
        #expect(named(to: "grace@example.org", first) == [[codes[0], codes[2], codes[3]]])
        #expect(named(to: "grace@example.org", second).map(\.count) == [1])
        #expect(named(to: "sarah@example.org", nil) == [[codes[1]]])
    }

    @Test("A refused order reports all its faults, and stores nothing")
    func faults() throws {
        let festival = try festival()
        let faults: [OrderFault] = [
            .noLines, .field(FieldFault("buyer", TextFault.missing.sentence)),
            .field(FieldFault("email", FieldKind.email.allowed)),
        ]
        #expect(throws: SalesError.orderFaults(faults)) {
            try festival.services.orders.createOrder(OrderDraft(lines: [], name: "", email: "x"), of: festival.event)
        }
        #expect(throws: ManagementError.noSigningKey) {
            try festival.services.orders.createOrder(festival.draft(1, payment: Payment(.cash)), of: festival.event)
        }
        let nobody = try #require(OrderNumber(rawValue: 1))
        #expect(throws: SalesError.unknownOrder(nobody)) {
            try festival.services.orders.order(nobody, of: festival.event)
        }
        festival.clock.advance(bySeconds: 3600)
        let start = try #require(festival.event.details.start)
        #expect(throws: SalesError.orderFaults([.notOnSale("Regular", .started(start))])) { try festival.order(1) }
        var count = 0
        try festival.services.orders.forEachOrder(of: festival.event) { _ in count += 1 }
        #expect(count == 0)
        #expect(try festival.counts() == (0, 0))
    }

    @Test("An order for several ticket types fails as a whole if one of the types has too few tickets")
    func severalTypes() throws {
        let festival = try festival()
        let rare = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Rare", price: Money("9 UGX"), quantity: 1), to: festival.event)
        let draft = OrderDraft(
            lines: [
                OrderDraft.Line(type: rare.number, count: 2), OrderDraft.Line(type: festival.regular.number, count: 2),
            ], name: "Grace")
        #expect(throws: ManagementError.quantityExceeded(type: "Rare", asked: 2, left: 1)) {
            try festival.services.orders.createOrder(draft, of: festival.event)
        }
        #expect(try festival.counts() == (0, 0))
    }

    @Test("Names in many scripts, with emoji, joiners, direction marks or SQL, are stored unchanged and can be found")
    func texts() throws {
        let festival = try festival(100)
        let names = [
            "Robert'); DROP TABLE ticket;--", "\" OR 1=1 --", "%_\\", "李小龍", "مها الأحمد", "नमस्ते", "ᎣᏏᏲ",
            "👩‍👩‍👧‍👦 🎉", "a\u{200F}b\u{200E}c", "رضا\u{200C}یی", "Z̷̧͑a̸l̵go",
        ]
        for name in names {
            let order = try festival.services.orders.createOrder(
                festival.draft(1, payment: Payment(.cash, reference: name), name: name), of: festival.event,
                signingWith: festival.ring)
            let stored = try festival.services.orders.order(order.number, of: festival.event)
            #expect(stored == order && stored.buyer.name == name && stored.payment?.reference == name)
            let found = try festival.services.tickets.tickets(of: festival.event, matching: .holder(name), limit: 10)
            #expect(found.map(\.holder) == [name])
        }
        #expect(
            try festival.services.tickets.tickets(of: festival.event, matching: .email("GRACE@"), limit: 99).count == 11
        )
    }

    @Test(
        "A buyer’s name with a forbidden Unicode scalar is refused, and the error names the scalar",
        arguments: ["\u{600}<b>\u{301}", "Grace\nNakato", "Grace\tNakato", "a\u{202E}b", "\u{1B}[2J"])
    func refusedNames(_ name: String) throws {
        let festival = try festival(100)
        #expect {
            try festival.services.orders.createOrder(festival.draft(1, name: name), of: festival.event)
        } throws: { error in
            guard case SalesError.orderFaults(let faults) = error else { return false }
            return faults.count == 1 && faults[0].description.contains("U+")
        }
        #expect(try festival.counts() == (0, 0))
    }
}

@Suite("Orders of a cancelled or deleted event", .everyEngine)
struct EventEndOrderTests {
    private func festival() throws -> (Festival, paid: Order, partly: Order, door: Order, pending: Order) {
        let festival = try Festival(
            capacity: 20, type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 20))
        let paid = try festival.order(2, .cash)
        let partly = try festival.order(2, .card)
        let code = try #require(try festival.services.orders.tickets(of: partly, of: festival.event).first).code
        _ = try festival.services.orders.refund(.tickets([code]), ofOrder: partly.number, of: festival.event, note: nil)
        return (festival, paid, partly, try festival.order(1, .atTheDoor), try festival.order(3))
    }

    @Test("If an event is cancelled, buyers are owed their payments, and pending orders and reservations end")
    func cancelled() throws {
        let (festival, paid, partly, door, pending) = try festival()
        _ = try festival.services.events.cancelEvent(festival.event)
        let state = { (order: Order) in
            let now = try festival.services.orders.order(order.number, of: festival.event)
            return "\(now.status.rawValue) \(now.refundOwed) \(now.holdsReservation)"
        }
        #expect(try state(paid) == "refunded 100000 false")
        #expect(try state(partly) == "refunded 100000 false")
        #expect(try state(door) == "cancelled 0 false")
        #expect(try state(pending) == "cancelled 0 false")
        let notices = try festival.notices(.refundOwed).compactMap { $0.payload["amount"] }.sorted()
        #expect(notices == ["100000 UGX", "50000 UGX", "50000 UGX"])
        #expect(throws: SalesError.notPayable(pending.number, .cancelled)) { try festival.pay(pending) }
    }

    @Test("Restoring a deleted event restores its orders, but not their reservations")
    func restored() throws {
        let (festival, paid, partly, door, pending) = try festival()
        let before = try [paid, partly, door].map { try festival.services.orders.order($0.number, of: festival.event) }
        let deleted = try festival.services.events.deleteEvent(festival.event)
        #expect(try festival.services.orders.order(paid.number, of: festival.event).status == .refunded)
        let event = try festival.services.events.restoreEvent(deleted.event).event
        #expect(try [paid, partly, door].map { try festival.services.orders.order($0.number, of: event) } == before)
        let expired = try festival.services.orders.order(pending.number, of: event)
        #expect(expired.status == .pending && !expired.holdsReservation && expired.hasExpired(at: festival.clock.now()))
        #expect(try festival.counts() == (4, 0))
        try OversellTests.checkCounts(festival)
    }
}
