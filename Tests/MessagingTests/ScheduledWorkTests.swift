import EventFixture
import Gate
import Management
import MessageTransport
import Messaging
import Store
import Synchronization
import Testing
import Ticketing

@Suite("Work at fixed times: reminders, ends of reservations, and messages about gates and sales", .everyEngine)
struct ScheduledWorkTests {
    private let mails: TemporaryFolder

    init() throws { mails = try TemporaryFolder.inMemory() }

    private func sender(_ festival: Festival, hasChannel: Bool) throws -> NoticeSender {
        var settings = MessageSettings()
        if hasChannel {
            settings.mail = MailSettings(
                way: .folder(mails.path), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        }
        let (ring, current) = (festival.ring, settings)
        return NoticeSender(
            festival.store, signingWith: { ring }, settings: { current }, clock: festival.clock.now)
    }

    private func notices(_ kind: Notice.Kind, _ festival: Festival) throws -> [Notice] {
        let organizer = festival.event.organizer
        return try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }
            .filter { $0.kind == kind }
    }

    /// Adds a manager, who gets the messages about gates and sales, and signs the manager in.
    private func manager(_ festival: Festival) throws -> ManagementServices {
        let services = festival.services
        let user = try services.users.addUser(
            UserDetails(name: "Mona", email: EmailAddress(rawValue: "mona@example.org")))
        _ = try services.members.setRole(
            .manager, of: user, in: try services.organizers.organizer(named: "Nile Nights"))
        return try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
    }

    /// Issues tickets for the event, whose late reminder is due two hours before the start, 20 seconds from now.
    private func issue(_ count: Int, _ festival: Festival) throws {
        let start = Festival.start.advanced(bySeconds: 2 * 3600 + 20)
        _ = try festival.services.events.edit(festival.event) {
            $0.start = start
            $0.end = start.advanced(bySeconds: 7200)
        }
        for number in 1...count {
            _ = try festival.services.tickets.issue(
                .person(holder: "Guest \(number)", email: "guest\(number)@example.org", note: nil),
                type: festival.regular, of: festival.event, signingWith: festival.ring)
        }
    }

    @Test("A reminder that becomes due while a sender sends a batch of messages is queued before the end of the batch")
    func duringBatch() throws {
        let festival = try Festival()
        try issue(5, festival)
        let sender = try sender(festival, hasChannel: true)
        // The sender calls this closure at least once before each message.
        let summary = try sender.pass(limit: .max) {
            festival.clock.advance(bySeconds: 11)
            return false
        }
        #expect(summary.faults.isEmpty && summary.sent == 10)
        let reminders = try notices(.reminder, festival)
        #expect(reminders.count == 5 && reminders.allSatisfy { $0.delivery.state == .sent })
        let last = try #require(try notices(.ticketIssued, festival).compactMap(\.delivery.sent).max())
        #expect(reminders.allSatisfy { $0.created < last }, "\(reminders.map(\.created)) \(last)")
    }

    @Test("A reminder that becomes due after a sender has sent all other messages is sent in the same pass")
    func betweenBatches() throws {
        let festival = try Festival()
        try issue(3, festival)
        let sender = try sender(festival, hasChannel: true)
        #expect(try sender.pass(limit: .max).sent == 3)
        // The sender calls this closure before it looks for messages.
        let calls = Mutex(0)
        let summary = try sender.pass(limit: .max) {
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 1 { festival.clock.advance(bySeconds: 31) }
            return false
        }
        #expect(summary.faults.isEmpty && summary.sent == 3)
        #expect(try notices(.reminder, festival).map(\.delivery.state) == [.sent, .sent, .sent])
    }

    @Test("The message that a reservation has ended is dropped two days later, even if the event is far away")
    func lapsedLongAgo() throws {
        let festival = try Festival()
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 20 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 21 * 86_400)
        }
        let event = festival.event
        let now = festival.clock.now()
        let lapsed = [0, 1].map { (number: Int64) in
            Notice(
                organizer: event.organizer, event: event.number, kind: .reservationLapsed,
                recipient: "guest\(number)@example.org", payload: [:], key: "lapsed/\(number)",
                created: now.advanced(bySeconds: number))
        }
        _ = try festival.store.write { try $0.notices.queue(lapsed) }
        festival.clock.advance(bySeconds: 2 * 86_400)
        let plan = try sender(festival, hasChannel: true).plan(limit: 9)
        #expect(plan.map { $0.decision.reason == .outdated } == [true, false])
    }

    @Test(
        """
        Without a sender, an unpaid reservation ends and a summary of the sales is queued; a sender that is set up \
        days later sends no message about them
        """)
    func withoutSender() throws {
        let festival = try Festival(
            type: TicketTypeDetails(
                name: "Regular", price: Money("50000 UGX"), quantity: 10,
                sales: SalesWindow(closes: Festival.start.advanced(bySeconds: 7200))
            ).with { $0.allowsDoorReservations = true })
        let manager = try manager(festival)
        func draft(_ name: String, _ payment: Payment? = nil) -> OrderDraft {
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: name,
                email: "\(name)@example.org", payment: payment)
        }
        _ = try festival.services.orders.createOrder(
            draft("sarah", Payment(.cash)), of: festival.event, signingWith: festival.ring)
        let storefront = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        let link = try storefront.reserve(draft("grace"), of: festival.event.number, request: "1")
        let order = try #require(try storefront.order(link)).order
        let silent = try sender(festival, hasChannel: false)
        // Without a payment deadline, the reservation ends half an hour after the start.
        festival.clock.set(Festival.start.advanced(bySeconds: 5400))
        #expect(try silent.pass(limit: 9) == NoticeSender.Summary())
        #expect(try festival.services.orders.order(order.number, of: festival.event).status == .cancelled)
        #expect(try notices(.reservationLapsed, festival).map(\.delivery.state) == [.queued])
        // On the next day, at 08:26 in Kampala
        festival.clock.set(Festival.start.advanced(bySeconds: 86_400 + 3600))
        #expect(try silent.pass(limit: 9) == NoticeSender.Summary())
        let own = try manager.notices.ownNotices(limit: 10)
        #expect(own.filter { $0.kind == .dailySummary }.map(\.delivery.state) == [.queued])

        festival.clock.advance(bySeconds: 2 * 86_400)
        #expect(try sender(festival, hasChannel: true).pass(limit: .max).faults.isEmpty)
        for kind in [Notice.Kind.reservationLapsed, .dailySummary] {
            let waited = try notices(kind, festival).map(\.delivery)
            #expect(waited.map(\.state) == [.dropped] && waited.map(\.reason) == [.outdated], "\(kind): \(waited)")
        }
    }

    @Test(
        """
        Without a sender, a manager sees at the desk that a gate is silent; a sender that is set up a day later sends \
        no message about it
        """)
    func silentGate() throws {
        let festival = try Festival()
        let manager = try manager(festival)
        let tokens = try festival.issue(21)
        // An event without an end, as older versions of the program could publish it
        try festival.tamper("UPDATE event SET ends = NULL")
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        let (north, south) = (try festival.gate("North"), try festival.gate("South"))
        #expect(north.decide(Scan(tokens[0])).outcome == .admit(again: false))
        festival.clock.advance(bySeconds: 1800)
        for token in tokens.dropFirst() { #expect(south.decide(Scan(token)).outcome == .admit(again: false)) }
        #expect(try sender(festival, hasChannel: false).pass(limit: 9) == NoticeSender.Summary())
        let own = try manager.notices.ownNotices(limit: 10).filter { $0.kind == .gateSilent }
        #expect(own.map { $0.payload["gate"] } == ["North"] && own.map(\.delivery.state) == [.queued])

        festival.clock.advance(bySeconds: 86_400)
        #expect(try sender(festival, hasChannel: true).pass(limit: .max).faults.isEmpty)
        let dropped = try notices(.gateSilent, festival).map(\.delivery)
        #expect(dropped.map(\.state) == [.dropped] && dropped.map(\.reason) == [.outdated], "\(dropped)")
    }
}
