import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

/// An event ends when it is cancelled or deleted.
@Suite("Ending and restoring an event", .everyEngine)
struct EventEndTests {
    private let festival: Festival
    private var services: ManagementServices { festival.services }
    private var event: Event { festival.event }

    init() throws {
        festival = try Festival(
            capacity: 10, type: TicketTypeDetails(name: "Regular", price: Money("10 UGX"), quantity: 10))
    }

    private func allocated() throws -> [Int] {
        let type = try services.ticketTypes.ticketType(named: "Regular", of: event)
        return [type.issued, type.reserved, try services.tickets.admittedPeople(of: event)]
    }

    /// The messages in the outbox about the event’s cancellation, its restoration and owed refunds.
    private func outbox() throws -> [String] {
        try [Notice.Kind.eventCancelled, .refundOwed, .eventRestored].flatMap { kind in
            try festival.notices(kind).map { "\(kind.rawValue) \($0.recipient)" }
        }.sorted()
    }

    private func invitePerson(_ email: String) throws {
        _ = try services.tickets.issue(
            .person(holder: "Sarah", email: email, note: nil), type: festival.regular, of: event,
            signingWith: festival.ring)
    }

    @Test("The report of a cancelled event expects no guests, but still shows sales and amounts owed")
    func cancelled() throws {
        _ = try festival.order(3, .cash)
        _ = try festival.order(2, .atTheDoor)
        _ = try festival.order(1)
        _ = try services.events.cancelEvent(event)
        #expect(try allocated() == [0, 0, 0])
        let attendance = try services.reports.attendanceReport(of: event)
        #expect(attendance.totals.expected == 0 && attendance.noShows == 0)
        let sales = try services.reports.salesReport(of: event)
        #expect(sales.total == SalesReport.Sums(issued: 5, revenue: 30, ended: 5, refunds: 30, owed: 30, due: 0))
        #expect(sales.currency == "UGX")
    }

    @Test("An event that has received payments keeps its currency, even after all its tickets were cancelled")
    func currency() throws {
        _ = try festival.order(1, .cash)
        _ = try services.events.cancelEvent(event)
        let fault = SalesError.typeFaults([.otherCurrency("EUR", event: "UGX")])
        #expect(throws: fault) {
            try services.ticketTypes.editTicketType(festival.regular.number, of: event) { $0.price = Money("1 EUR") }
        }
        _ = try services.ticketTypes.editTicketType(festival.regular.number, of: event) { $0.price = nil }
        #expect(throws: fault) {
            try services.ticketTypes.addTicketType(TicketTypeDetails(name: "VIP", price: Money("1 EUR")), to: event)
        }
        #expect(try services.reports.salesReport(of: event).currency == "UGX")
    }

    @Test("After a restore, an event’s restored tickets count as issued, and only the remaining quantity can be issued")
    func counters() throws {
        _ = try festival.order(3, .cash)
        _ = try festival.order(2)
        let codes = try festival.issue(2).map { try festival.ticket(of: $0).code }
        _ = try services.tickets.cancel(codes[0], of: event, note: nil)
        _ = try services.tickets.block(codes[1], of: event, note: "disputed")
        #expect(try allocated() == [4, 2, 4])
        _ = try services.events.deleteEvent(event)
        #expect(try allocated() == [0, 0, 0])
        #expect(throws: ManagementError.alreadyDeleted) { try festival.issue(1) }
        #expect(throws: ManagementError.alreadyDeleted) {
            try services.ticketTypes.editTicketType(festival.regular.number, of: event) { $0.quantity = 0 }
        }
        _ = try services.events.restoreEvent(event)
        #expect(try allocated() == [4, 0, 4])
        try OversellTests.checkCounts(festival)
        _ = try festival.issue(6)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) { try festival.issue(1) }
    }

    @Test("Blocked tickets are blocked again after a restore, with their notes and times")
    func blocked() throws {
        let tokens = try festival.issue(4)
        let codes = try tokens.map { try festival.ticket(of: $0).code }
        _ = try services.tickets.block(codes[0], of: event, note: "stolen")
        _ = try services.tickets.block(codes[1], of: event, note: "disputed")
        festival.clock.advance(bySeconds: 5)
        _ = try services.tickets.unblock(codes[1], of: event)
        _ = try services.tickets.cancel(codes[2], of: event, note: "event deleted")
        let before = try codes.map { try services.tickets.ticket($0, of: event) }
        festival.clock.advance(bySeconds: 5)
        for _ in 0..<2 {
            _ = try services.events.deleteEvent(event)
            #expect(
                try codes.map { try services.tickets.ticket($0, of: event).status }
                    == Array(repeating: .cancelled, count: 4))
            _ = try services.events.restoreEvent(event)
            #expect(try codes.map { try services.tickets.ticket($0, of: event) } == before)
        }
        #expect(
            try festival.gate().decide(Scan(tokens[0])).outcome
                == .refuse(.revoked(.blocked, since: Festival.start, note: "stolen")))
        #expect(try festival.gate().decide(Scan(tokens[1])).outcome == .admit(again: false))
    }

    @Test("Orders are restored with their event; an unpaid order loses its reservation, but can still be paid")
    func orders() throws {
        let refunded = try festival.order(2, .cash)
        let code = try #require(try services.orders.tickets(of: refunded, of: event).first).code
        _ = try services.orders.refund(.tickets([code]), ofOrder: refunded.number, of: event, note: nil)
        let made = [refunded, try festival.order(1, .cash), try festival.order(1, .atTheDoor), try festival.order(1)]
        func stored() throws -> [Order] { try made.map { try services.orders.order($0.number, of: event) } }
        let before = try stored()
        festival.clock.advance(bySeconds: 5)
        _ = try services.events.deleteEvent(event)
        #expect(try stored().map(\.status) == [.refunded, .refunded, .cancelled, .cancelled])
        #expect(try stored().map(\.refundOwed) == [20, 10, 0, 0])
        festival.clock.advance(bySeconds: 5)
        _ = try services.events.restoreEvent(event)
        let after = try stored()
        #expect(Array(after.prefix(3)) == Array(before.prefix(3)))
        #expect(
            after[3].status == .pending && !after[3].holdsReservation && after[3].hasExpired(at: festival.clock.now()))
        #expect(try festival.pay(after[3]).status == .paid)
    }

    @Test("If a cancelled event is deleted and restored in the same moment, the event is still cancelled")
    func cancelledFirst() throws {
        let paid = try festival.order(1, .cash)
        _ = try services.events.cancelEvent(event)
        _ = try services.events.deleteEvent(event)
        #expect(try services.events.restoreEvent(event).event.status == .cancelled)
        #expect(try services.orders.order(paid.number, of: event).status == .refunded)
        #expect(try services.orders.tickets(of: paid, of: event).map(\.status) == [.cancelled])
        #expect(try allocated() == [0, 0, 0])
        #expect(try outbox().count == 2)
    }

    @Test("Each holder is notified once: at the ticket’s address or, if it has none, at the buyer’s address")
    func recipients() throws {
        func order(_ email: String?, _ phone: String?, _ method: Payment.Method?) throws -> Order {
            try services.orders.createOrder(
                OrderDraft(
                    lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Joan", email: email,
                    phone: phone, payment: method.map { Payment($0) }), of: event, signingWith: festival.ring)
        }
        _ = try order(nil, "+256772000001", .atTheDoor)
        _ = try order(nil, "+256772000001", .complimentary)
        _ = try order("c@x.org", nil, nil)
        let passedOn = try #require(
            try services.orders.tickets(of: order("d@x.org", nil, .complimentary), of: event).first)
        _ = try services.tickets.transfer(
            passedOn.code, of: event, to: "Sarah", email: nil, signingWith: festival.ring)
        try invitePerson("e@x.org")
        try invitePerson("E@x.org")
        #expect(try services.events.edit(event) { $0.venue = "Pier" }.notices == 3)
        #expect(try festival.notices(.eventMoved).map(\.recipient).sorted() == ["+256772000001", "d@x.org", "e@x.org"])
        #expect(try services.events.cancelEvent(event).notices == 5)
        #expect(
            try festival.notices(.eventCancelled).map(\.recipient).sorted() == ["+256772000001", "d@x.org", "e@x.org"])
        #expect(try festival.notices(.orderCancelled).map(\.recipient).sorted() == ["+256772000001", "c@x.org"])
        #expect(try festival.notices(.orderCancelled).allSatisfy { $0.payload["order"] != nil })
    }

    @Test("Ending or restoring an event writes one audit record for each order, and one with ticket counts by status")
    func audited() throws {
        let paid = try festival.order(2, .cash)
        let pending = try festival.order(1)
        let code = try festival.ticket(of: festival.issue(1)[0]).code
        _ = try services.tickets.block(code, of: event, note: "stolen")
        func last(_ count: Int) throws -> [AuditRecord] {
            var all: [AuditRecord] = []
            try services.audit.forEachChange(of: try #require(try services.organizers.organizers().first)) {
                all.append($0)
            }
            return all.suffix(count)
        }
        func check(
            _ action: String, _ paidOrder: [[String: String]], _ pendingOrder: [[String: String]],
            _ tickets: [[String: String]]
        )
            throws
        {
            let records = try last(3)
            #expect(records.allSatisfy { $0.action == action && $0.event == event.number })
            let orders = Dictionary(uniqueKeysWithValues: records.dropLast().map { ($0.subject.id, $0) })
            for (order, fields) in [(paid, paidOrder), (pending, pendingOrder)] {
                let record = try #require(orders[order.number.description])
                #expect(record.subject.kind == .order && [record.before, record.after] == fields)
            }
            let end = try #require(records.last)
            #expect(end.subject == AuditSubject(.event, event.number))
            #expect([end.before, end.after].map { $0.filter { $0.key.hasPrefix("tickets ") } } == tickets)
        }
        let expires = try #require(pending.expires).iso8601(in: .gmt)
        _ = try services.events.deleteEvent(event)
        try check(
            "deleteEvent",
            [["status": "paid", "refund_owed": "0 UGX"], ["status": "refunded", "refund_owed": "20 UGX"]],
            [["status": "pending", "holding": "yes", "expires": expires], ["status": "cancelled", "holding": "no"]],
            [["tickets issued": "2", "tickets blocked": "1"], ["tickets cancelled": "3"]])
        _ = try services.events.restoreEvent(event)
        try check(
            "restoreEvent",
            [["status": "refunded", "refund_owed": "20 UGX"], ["status": "paid", "refund_owed": "0 UGX"]],
            [["status": "cancelled"], ["status": "pending", "expires": Festival.start.iso8601(in: .gmt)]],
            [["tickets cancelled": "3"], ["tickets issued": "2", "tickets blocked": "1"]])
        let organizer = try #require(try services.organizers.organizers().first)
        guard case .intact = try services.audit.verifyAudit(of: organizer) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("The expiry of a reservation is audited once, by the first transaction that needs the reserved tickets")
    func expired() throws {
        let pending = try festival.order(10)
        festival.clock.advance(bySeconds: Order.reservationSeconds)
        _ = try festival.order(1)
        _ = try festival.order(1)
        var expiries: [AuditRecord] = []
        try services.audit.forEachChange(of: try #require(try services.organizers.organizers().first)) { record in
            if record.action == "expireHold" { expiries.append(record) }
        }
        #expect(expiries.map(\.subject) == [AuditSubject(.order, pending.number)])
        #expect(expiries.first?.before == ["holding": "yes"] && expiries.first?.after == ["holding": "no"])
    }

    @Test("All orders of a deleted event are cancelled, and restored with it, even if there are 2,500 orders")
    func many() throws {
        try festival.tamper(
            """
            INSERT INTO ticket_order (event, number, buyer, currency, total, status, created, holding, refund_owed)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
            SELECT \(event.number.rawValue), i, 'Grace', 'UGX', 10, 'pending', 0, 0, 0 FROM n
            """)
        func pending() throws -> Int {
            var count = 0
            try services.orders.forEachOrder(of: event) { if $0.status == .pending { count += 1 } }
            return count
        }
        _ = try services.events.deleteEvent(event)
        #expect(try pending() == 0)
        _ = try services.events.restoreEvent(event)
        #expect(try pending() == 2500)
    }

    @Test(
        "A restore withdraws only unsent messages about the event’s end; a second deletion queues such messages again")
    func withdrawn() throws {
        let paid = try festival.order(2, .cash)
        let code = try #require(try services.orders.tickets(of: paid, of: event).first).code
        _ = try services.orders.refund(.tickets([code]), ofOrder: paid.number, of: event, note: nil)
        try invitePerson("sarah@example.org")
        let before = try outbox()
        #expect(before == ["refund-owed grace@example.org"])
        let expected = [
            "event-cancelled grace@example.org", "event-cancelled sarah@example.org", "refund-owed grace@example.org",
            "refund-owed grace@example.org",
        ]
        for _ in 0..<2 {
            #expect(try services.events.deleteEvent(event).notices == 3)
            #expect(try outbox() == expected)
            _ = try services.events.restoreEvent(event)
            #expect(try outbox() == before)
        }
    }

    @Test("After a restore, only people to whom a cancellation was sent get a message that the event takes place")
    func sent() throws {
        _ = try festival.order(1, .cash)
        try invitePerson("sarah@example.org")
        _ = try services.events.deleteEvent(event)
        try festival.tamper("UPDATE notice SET sent = 1 WHERE recipient = 'grace@example.org'")
        _ = try services.events.restoreEvent(event)
        let notices = try festival.notices(.eventRestored)
        #expect(notices.map(\.recipient) == ["grace@example.org"])
        #expect(notices.first?.payload["title"] == event.details.title && notices.first?.delivery.sent == nil)
        #expect(try festival.notices(.eventCancelled).map(\.recipient) == ["grace@example.org"])
        festival.clock.advance(bySeconds: 1)
        #expect(try services.events.deleteEvent(event).notices == 3)
    }

    @Test("Deleting or cancelling an event that is over notifies nobody, and no refunds are owed")
    func over() throws {
        let paid = try festival.order(2, .cash)
        festival.clock.advance(bySeconds: 7200)
        let end = try services.events.deleteEvent(event)
        #expect(end.tickets == 0 && end.notices == 0 && end.event.deleted != nil)
        #expect(try outbox().isEmpty)
        _ = try services.events.restoreEvent(event)
        #expect(try services.orders.order(paid.number, of: event).status == .paid)
        #expect(try allocated() == [2, 0, 2])
        _ = try services.events.cancelEvent(event)
        #expect(try festival.notices(.refundOwed).isEmpty)
    }

    @Test("If tickets are sold while an event is deleted, counters, tickets and orders are consistent afterwards")
    func raced() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [festival] in
                    do {
                        switch task % 4 {
                        case 0: _ = try festival.issue(1)
                        case 1: _ = try festival.order(1, .cash)
                        case 2: _ = try festival.pay(try festival.order(1))
                        default: _ = try festival.order(1)
                        }
                    } catch is ManagementError, is SalesError {
                        // The event has been deleted, or is sold out.
                    }
                }
            }
            group.addTask { [festival] in _ = try festival.services.events.deleteEvent(festival.event) }
            try await group.waitForAll()
        }
        #expect(try allocated() == [0, 0, 0])
        _ = try services.events.restoreEvent(event)
        try OversellTests.checkCounts(festival)
    }
}
