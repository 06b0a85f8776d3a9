import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("The end of an event, and its return", .everyEngine)
struct EventEndTests {
    private let festival: Festival
    private var office: Office { festival.office }
    private var event: Event { festival.event }

    init() throws {
        festival = try Festival(
            capacity: 10, type: TicketTypeDraft(name: "Regular", price: Money("10 UGX"), quantity: 10))
    }

    private func taken() throws -> [Int] {
        let type = try office.ticketType(named: "Regular", of: event)
        return [type.issued, type.held, try office.people(of: event)]
    }

    /// What the outbox holds about the end of the event, and its return.
    private func outbox() throws -> [String] {
        try [Notice.Kind.eventCancelled, .refundOwed, .eventRestored].flatMap { kind in
            try festival.notices(kind).map { "\(kind.rawValue) \($0.recipient)" }
        }.sorted()
    }

    private func invitePerson(_ email: String) throws {
        _ = try office.issue(
            .person(holder: "Sarah", email: email, note: nil), type: festival.regular, of: event,
            signingWith: festival.ring)
    }

    @Test("A cancelled event expects nobody, and its report still tells what was sold and is owed")
    func cancelled() throws {
        _ = try festival.order(3, .cash)
        _ = try festival.order(2, .atTheDoor)
        _ = try festival.order(1)
        _ = try office.cancelEvent(event)
        #expect(try taken() == [0, 0, 0])
        let attendance = try office.attendanceReport(of: event)
        #expect(attendance.totals.expected == 0 && attendance.noShows == 0)
        let sales = try office.salesReport(of: event)
        #expect(sales.total == SalesReport.Sums(issued: 5, revenue: 30, ended: 5, refunds: 30, due: 0))
        #expect(sales.currency == "UGX")
    }

    @Test("What was paid keeps its currency, also when none of it stands any more")
    func currency() throws {
        _ = try festival.order(1, .cash)
        _ = try office.cancelEvent(event)
        let fault = SalesError.typeFaults([.otherCurrency("EUR", event: "UGX")])
        #expect(throws: fault) {
            try office.editTicketType(festival.regular.number, of: event) { $0.price = Money("1 EUR") }
        }
        _ = try office.editTicketType(festival.regular.number, of: event) { $0.price = nil }
        #expect(throws: fault) {
            try office.addTicketType(TicketTypeDraft(name: "VIP", price: Money("1 EUR")), to: event)
        }
        #expect(try office.salesReport(of: event).currency == "UGX")
    }

    @Test("A deleted event that comes back expects exactly those whose tickets stand again, and sells the rest once")
    func counters() throws {
        _ = try festival.order(3, .cash)
        _ = try festival.order(2)
        let codes = try festival.issue(2).map { try festival.ticket(of: $0).code }
        _ = try office.cancel(codes[0], of: event, note: nil)
        _ = try office.block(codes[1], of: event, note: "disputed")
        #expect(try taken() == [4, 2, 4])
        _ = try office.deleteEvent(event)
        #expect(try taken() == [0, 0, 0])
        #expect(throws: ManagementError.alreadyDeleted) { try festival.issue(1) }
        #expect(throws: ManagementError.alreadyDeleted) {
            try office.editTicketType(festival.regular.number, of: event) { $0.quantity = 0 }
        }
        _ = try office.restoreEvent(event)
        #expect(try taken() == [4, 0, 4])
        try OversellTests.checkCounts(festival)
        _ = try festival.issue(6)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 1, left: 0)) { try festival.issue(1) }
    }

    @Test("What was not sent of an end that is taken back is withdrawn, and nothing else; a second end tells again")
    func withdrawn() throws {
        let paid = try festival.order(2, .cash)
        let code = try #require(try office.tickets(of: paid, of: event).first).code
        _ = try office.refund(.tickets([code]), ofOrder: paid.number, of: event, note: nil)
        try invitePerson("sarah@example.org")
        let before = try outbox()
        #expect(before == ["refund-owed grace@example.org"])
        let told = [
            "event-cancelled grace@example.org", "event-cancelled sarah@example.org", "refund-owed grace@example.org",
            "refund-owed grace@example.org",
        ]
        for _ in 0..<2 {
            #expect(try office.deleteEvent(event).notices == 3)
            #expect(try outbox() == told)
            _ = try office.restoreEvent(event)
            #expect(try outbox() == before)
        }
    }

    @Test("Who was sent word of the end is told that the event takes place, once; who was not is left in peace")
    func sent() throws {
        _ = try festival.order(1, .cash)
        try invitePerson("sarah@example.org")
        _ = try office.deleteEvent(event)
        try festival.tamper("UPDATE notice SET sent = 1 WHERE recipient = 'grace@example.org'")
        _ = try office.restoreEvent(event)
        let told = try festival.notices(.eventRestored)
        #expect(told.map(\.recipient) == ["grace@example.org"])
        #expect(told.first?.payload["title"] == event.details.title && told.first?.sent == nil)
        #expect(try festival.notices(.eventCancelled).map(\.recipient) == ["grace@example.org"])
        festival.clock.advance(bySeconds: 1)
        #expect(try office.deleteEvent(event).notices == 3)
    }

    @Test("Deleting what took place, or was cancelled before, tells nobody and owes nothing anew")
    func over() throws {
        let paid = try festival.order(2, .cash)
        festival.clock.advance(bySeconds: 7200)
        let end = try office.deleteEvent(event)
        #expect(end.tickets == 0 && end.notices == 0 && end.event.deleted != nil)
        #expect(try outbox().isEmpty)
        _ = try office.restoreEvent(event)
        #expect(try office.order(paid.number, of: event).status == .paid)
        #expect(try taken() == [2, 0, 2])
        _ = try office.cancelEvent(event)
        #expect(try festival.notices(.refundOwed).isEmpty)
    }

    @Test("Sales that race the end of their event leave nothing behind: counters, tickets and orders agree")
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
                        // The event is over, or nothing is left.
                    }
                }
            }
            group.addTask { [festival] in _ = try festival.office.deleteEvent(festival.event) }
            try await group.waitForAll()
        }
        #expect(try taken() == [0, 0, 0])
        _ = try office.restoreEvent(event)
        try OversellTests.checkCounts(festival)
    }
}
