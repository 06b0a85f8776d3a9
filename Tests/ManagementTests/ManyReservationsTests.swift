import EventFixture
import Testing
import Ticketing

@testable import Management
@testable import Store

@Suite("Messages about an earlier deadline to the buyers of many unpaid reservations", .everyEngine)
struct ManyReservationsTests {
    private let festival: Festival
    private let first: OrderNumber

    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")).with {
                $0.allowsDoorReservations = true
            })
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 11 * 86_400)
        }
        _ = try festival.storefront().reserve(festival.draft(2), of: festival.event.number, request: "r")
        let event = festival.event.number
        first = try #require(try festival.store.read { try $0.orders.numbersUnpaidByVisitors(of: event) }.first)
    }

    /// Adds copies of the first reservation, each with its own address. The copies have the time `moment`, as if they
    /// had been made then.
    private func copyReservation(_ count: Int, from number: Int, at moment: Instant) throws {
        let (event, original) = (festival.event.number.rawValue, first.rawValue)
        try festival.store.write { connection in
            let copies = number..<number + count
            try connection.execute(
                """
                INSERT INTO ticket_order (
                    event, number, buyer, email, currency, total, status, created, holding, method, visitor)
                SELECT event, CAST($1 AS BIGINT), buyer, CAST($2 AS TEXT), currency, total, status, CAST($3 AS BIGINT),
                    holding, method, CAST($2 AS TEXT)
                FROM ticket_order WHERE event = $4 AND number = $5
                """,
                rows: copies.map {
                    [
                        .int($0), .text("buyer\($0)@example.org"), .instant(moment), .int(event), .int(original),
                    ]
                })
            try connection.execute(
                """
                INSERT INTO order_line (event, ticket_order, type, count, price, admits)
                SELECT event, CAST($1 AS BIGINT), type, count, price, admits
                FROM order_line WHERE event = $2 AND ticket_order = $3
                """, rows: copies.map { [.int($0), .int(event), .int(original)] })
        }
    }

    /// Advances the clock by a second, and changes the payment deadline in one transaction. The program would begin to
    /// queue the messages right after this transaction; this function leaves that to the test.
    private func edit(payBy deadline: Instant) throws -> ShortenedReservations {
        festival.clock.advance(bySeconds: 1)
        let services = festival.services.allowingMessages(to: 2000)
        return try services.perform(.editEvent, on: festival.event) { work in
            let former = try work.locked(festival.event)
            var edited = former
            edited.details.payBy = deadline
            #expect(try work.connection.events.update(edited.details, of: edited.number))
            return try work.notifyOfEarlierExpiry(edited, since: former)
        }
    }

    private func messages() throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 10_000) }
            .filter { $0.kind == .paymentPending }
    }

    private func queueRest() throws {
        var queue = AudienceQueue(clock: festival.clock.now)
        try queue.queueAll(festival.store)
    }

    private func queueReminders() throws -> Int {
        try DeadlineScheduler(clock: festival.clock.now).queuePaymentReminders(festival.store)
    }

    @Test(
        """
        An edit that affects 1002 buyers queues no messages in its own transaction; afterwards, each buyer gets one \
        message, which replaces the first reminder
        """)
    func many() throws {
        try copyReservation(1001, from: 5000, at: Festival.start)
        // The reservations were made 38 hours ago. The new deadline is 72 hours after the reservations. With this
        // deadline, the first reminders are due after half of the 72 hours, which was two hours ago.
        let deadline = Festival.start.advanced(bySeconds: 72 * 3600)
        festival.clock.set(Festival.start.advanced(bySeconds: 38 * 3600))
        let shortened = try edit(payBy: deadline)
        #expect(shortened == ShortenedReservations(count: 1002, notices: 1002, undeliverable: 0))
        #expect(try messages().isEmpty)
        // The messages about the deadline replace the first reminders. So no first reminder is queued, even before
        // these messages are queued.
        #expect(try queueReminders() == 0)
        festival.clock.advance(bySeconds: 60)
        try copyReservation(1, from: 9000, at: festival.clock.now())
        try queueRest()
        let queued = try messages()
        #expect(queued.count == 1002 && Set(queued.map(\.recipient)).count == 1002)
        #expect(queued.allSatisfy { $0.payload["reminder"] == PaymentReminder.earlierDeadline })
        let last = try #require(queued.first { $0.payload["order"] == "6000" })
        #expect(last.recipient == "buyer6000@example.org" && last.payload["total"] == "100000 UGX")
        #expect(last.payload["tickets"] == "2" && last.payload["expires"] == deadline.iso8601(in: .gmt))
        #expect(!queued.contains { $0.payload["order"] == "9000" })
        #expect(try queueReminders() == 0)
    }

    @Test("Messages to many buyers are the same as messages to few buyers, except for their number")
    func same() throws {
        try copyReservation(999, from: 5000, at: Festival.start)
        festival.clock.set(Festival.start.advanced(bySeconds: 38 * 3600))
        _ = try edit(payBy: Festival.start.advanced(bySeconds: 72 * 3600))
        let few = try messages()
        #expect(few.count == 1000)
        try copyReservation(1, from: 9000, at: Festival.start)
        festival.clock.advance(bySeconds: 60)
        let deadline = Festival.start.advanced(bySeconds: 71 * 3600)
        #expect(try edit(payBy: deadline).notices == 1001)
        #expect(try messages() == few)
        try queueRest()
        let many = try messages().filter { !few.contains($0) }
        #expect(many.count == 1001)
        func withoutDeadline(_ notices: [Notice]) -> Set<[String: String]> {
            Set(notices.filter { $0.payload["order"] != "9000" }.map { $0.payload.filter { $0.key != "expires" } })
        }
        #expect(withoutDeadline(many) == withoutDeadline(few))
        #expect(many.allSatisfy { $0.payload["expires"] == deadline.iso8601(in: .gmt) && $0.created > few[0].created })
    }

    @Test("If the deadline moves again before messages are queued, only messages about the last deadline are queued")
    func movedAgain() throws {
        try copyReservation(1001, from: 5000, at: Festival.start)
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        _ = try edit(payBy: Festival.start.advanced(bySeconds: 72 * 3600))
        let earlier = Festival.start.advanced(bySeconds: 48 * 3600)
        _ = try edit(payBy: earlier)
        try queueRest()
        let queued = try messages()
        #expect(queued.count == 1002)
        #expect(queued.allSatisfy { $0.payload["expires"] == earlier.iso8601(in: .gmt) })
        // No message has been sent yet, so the buyers know only the original deadline. The last deadline is earlier
        // than the original deadline, so the buyers must learn of the last one.
        _ = try edit(payBy: Festival.start.advanced(bySeconds: 24 * 3600))
        let corrected = Festival.start.advanced(bySeconds: 96 * 3600)
        #expect(try edit(payBy: corrected).notices == 1002)
        try queueRest()
        let more = try messages().filter { !queued.contains($0) }
        #expect(more.count == 1002)
        #expect(more.allSatisfy { $0.payload["expires"] == corrected.iso8601(in: .gmt) })
        // This is the original deadline, 30 minutes after the start of the event. It is not earlier than the deadline
        // that the buyers know, so no message is queued.
        #expect(try edit(payBy: Festival.start.advanced(bySeconds: 10 * 86_400 + 1800)).count == 0)
        try queueRest()
        #expect(try messages().count == 2004)
    }
}
