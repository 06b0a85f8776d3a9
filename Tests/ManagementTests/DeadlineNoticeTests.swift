import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Messages about unpaid reservations, refunds and payments", .everyEngine)
struct PaymentNoticeTests {
    private static let price = Money("50000 UGX")

    private let festival: Festival

    init() throws {
        festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Self.price).with { $0.allowsDoorReservations = true })
        // The event begins in ten days. A visitor's reservation ends half an hour after the event begins.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 11 * 86_400)
        }
    }

    private var doorDeadline: Instant { Festival.start.advanced(bySeconds: 10 * 86_400 + 1800) }

    /// Runs the scheduler at a moment, and returns the names of the reminders that it queued.
    private func queued(at moment: Instant) throws -> [String] {
        festival.clock.set(moment)
        let before = Set(try festival.notices(.paymentPending).map(\.key))
        let count = try DeadlineScheduler(clock: festival.clock.now).queuePaymentReminders(festival.store)
        let new = try festival.notices(.paymentPending).filter { !before.contains($0.key) }
        #expect(new.count == count)
        return new.compactMap { $0.payload["reminder"] }
    }

    private func queued(minutes: Int64) throws -> [String] {
        try queued(at: Festival.start.advanced(bySeconds: minutes * 60))
    }

    /// Runs the dispatcher, and returns the names of the reminders that it leases for sending.
    private func sent() throws -> [String] {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let leases = try dispatcher.decide(atMost: 100, channels: [.email], festival.store).leases
        return leases.map(\.notice).filter { $0.kind == .paymentPending }.compactMap { $0.payload["reminder"] }
    }

    private func reserveAsVisitor() throws -> Order {
        _ = try festival.storefront().reserve(festival.draft(1), of: festival.event.number, request: "r")
        let orders = try festival.store.read { try $0.orders.page(of: festival.event.number, after: nil, limit: 10) }
        return try #require(orders.first { $0.publicBuyerEmail != nil })
    }

    @Test("The buyer of a pending order gets one reminder after 15 and one after 25 minutes, even with four servers")
    func pending() async throws {
        let order = try festival.order(2)
        #expect(try queued(minutes: 14).isEmpty)
        festival.clock.set(Festival.start.advanced(bySeconds: 15 * 60))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { [festival] in
                    try DeadlineScheduler(clock: festival.clock.now).queuePaymentReminders(Store.open(festival.address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 1])
        #expect(try queued(minutes: 16).isEmpty && queued(minutes: 24).isEmpty)
        #expect(try queued(minutes: 25) == ["final"])
        #expect(try queued(minutes: 26).isEmpty && queued(minutes: 31).isEmpty)
        let notice = try #require(try festival.notices(.paymentPending).first)
        #expect(notice.recipient == "grace@example.org" && notice.payload["order"] == "\(order.number)")
        #expect(notice.payload["total"] == "100000 UGX" && notice.payload["expires"] != nil)
    }

    @Test(
        """
        The notice policy determines the time of the last reminder; a first reminder that would be due shortly \
        before the last reminder is left out
        """)
    func lastReminder() throws {
        _ = try festival.order(1)
        let changed = NoticePolicy.standard.with { $0.finalPaymentSeconds = 8 * 60 }
        func queued(minutes: Int64) throws -> Int {
            festival.clock.set(Festival.start.advanced(bySeconds: minutes * 60))
            return try DeadlineScheduler(clock: festival.clock.now)
                .queuePaymentReminders(festival.store, policy: changed)
        }
        // The first reminder would be due after 15 minutes, only seven minutes before the last reminder, so it is left
        // out.
        #expect(try queued(minutes: 15) == 0 && queued(minutes: 21) == 0)
        #expect(try queued(minutes: 22) == 1 && queued(minutes: 25) == 0)
        #expect(try sent() == ["final"])
    }

    @Test("After an order was paid, was cancelled or has expired, no reminder about it is queued or sent")
    func ended() throws {
        let (paid, cancelled) = (try festival.order(1), try festival.order(1))
        #expect(try queued(minutes: 15) == ["half", "half"])
        _ = try festival.pay(paid)
        _ = try festival.services.orders.cancelOrder(cancelled.number, of: festival.event, note: nil)
        #expect(try sent().isEmpty)
        #expect(try festival.notices(.paymentPending).allSatisfy { $0.delivery.reason == .outdated })
        #expect(try queued(minutes: 26).isEmpty)
        _ = try festival.order(1)
        #expect(try queued(minutes: 26 + 31).isEmpty)
    }

    @Test(
        """
        If no server queues reminders in time, only the final reminder is queued; a first reminder is dropped if it is \
        still unsent when the final reminder is due
        """)
    func late() throws {
        _ = try festival.order(1)
        #expect(try queued(minutes: 26) == ["final"])
        #expect(try sent() == ["final"])
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        _ = try festival.order(1)
        #expect(try queued(minutes: 75) == ["half"])
        festival.clock.set(Festival.start.advanced(bySeconds: 86 * 60))
        #expect(try sent().isEmpty)
        #expect(try queued(minutes: 86) == ["final"])
    }

    @Test(
        """
        Visitors get one reminder after half of the time for payment, and another five minutes before that time ends, \
        even if the event moves
        """)
    func visitor() throws {
        let order = try reserveAsVisitor()
        #expect(order.isDueAtTheDoor)
        let half = Festival.start.advanced(bySeconds: (10 * 86_400 + 1800) / 2)
        #expect(try queued(at: half.advanced(bySeconds: -1)).isEmpty)
        #expect(try queued(at: half) == ["half"])
        // The reservation now ends a day later. The waiting message shows the old time, so it is not sent.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 11 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 12 * 86_400)
        }
        #expect(try sent().isEmpty)
        let end = doorDeadline.advanced(bySeconds: 86_400)
        #expect(try queued(at: doorDeadline.advanced(bySeconds: -60)).isEmpty)
        #expect(try queued(at: end.advanced(bySeconds: -300)) == ["final"])
        #expect(try sent() == ["final"])
        #expect(try queued(at: end.advanced(bySeconds: -200)).isEmpty)
    }

    @Test("If an unpaid reservation ends earlier after an edit, its buyer gets one message with the new deadline")
    func earlier() throws {
        let order = try reserveAsVisitor()
        // The reservation was made 38 hours ago. The new deadline is 72 hours after the reservation. With this
        // deadline, the first reminder is due after half of the 72 hours, which was two hours ago.
        let now = Festival.start.advanced(bySeconds: 38 * 3600)
        let (deadline, later) = (
            Festival.start.advanced(bySeconds: 72 * 3600), Festival.start.advanced(bySeconds: 96 * 3600)
        )
        func edit(_ end: Instant) throws -> EventEditResult {
            try festival.services.events.edit(festival.event) { $0.payBy = end }
        }
        festival.clock.set(now)
        let first = try edit(deadline)
        #expect(first.shortened.count == 1 && first.shortened.notices == 1 && first.shortened.undeliverable == 0)
        #expect(first.notices == 1 && first.movedNotices == 0)
        let notice = try #require(try festival.notices(.paymentPending).first)
        #expect(notice.recipient == order.contact && notice.payload["order"] == "\(order.number)")
        #expect(try queued(at: now).isEmpty)
        #expect(try sent() == ["earlier-deadline"])
        // A later deadline causes no message. The unsent message about the earlier deadline is no longer true, so it is
        // not sent.
        #expect(try edit(later).notices == 0)
        #expect(try edit(deadline).shortened.count == 1)
        #expect(try edit(later).shortened.count == 0)
        #expect(try sent().isEmpty)
        #expect(try queued(at: later.advanced(bySeconds: -300)) == ["final"])
    }

    @Test(
        """
        If a new deadline is corrected before the message about it is sent, the buyer is told only of the corrected \
        deadline, and gets both reminders before this deadline
        """)
    func corrected() throws {
        _ = try reserveAsVisitor()
        let now = Festival.start.advanced(bySeconds: 38 * 3600)
        let (deadline, later) = (
            Festival.start.advanced(bySeconds: 40 * 3600), Festival.start.advanced(bySeconds: 96 * 3600)
        )
        func edit(_ end: Instant) throws -> EventEditResult {
            try festival.services.events.edit(festival.event) { $0.payBy = end }
        }
        festival.clock.set(now)
        #expect(try edit(deadline).shortened.notices == 1)
        festival.clock.advance(bySeconds: 1)
        #expect(try edit(later).shortened.notices == 1)
        let told = try festival.notices(.paymentPending).filter { $0.payload["expires"] == later.iso8601(in: .gmt) }
        #expect(told.count == 1 && told.allSatisfy { $0.visiblePayload["former_expires"] == nil })
        #expect(try sent() == ["earlier-deadline"])
        // Changes of other fields cause no message.
        #expect(try festival.services.events.edit(festival.event) { $0.about = "Bring a coat" }.notices == 0)
        #expect(try queued(at: Festival.start.advanced(bySeconds: 48 * 3600)) == ["half"])
        #expect(try queued(at: later.advanced(bySeconds: -300)) == ["final"])
    }

    @Test("At night, the message about a reservation is sent at once if the reservation ends before the morning")
    func reservedAtNight() throws {
        // In the event's time zone, it is 23:30. The quiet hours end at 07:00.
        festival.clock.set(Festival.start.advanced(bySeconds: 16 * 3600 + 200))
        _ = try reserveAsVisitor()
        func decide(hours: Int64) throws -> NoticeReason? {
            let end = Festival.start.advanced(bySeconds: hours * 3600)
            _ = try festival.services.events.edit(festival.event) { $0.payBy = end }
            try festival.tamper("UPDATE notice SET due = created WHERE kind = 'order-pending'")
            _ = try NoticeDispatcher(clock: festival.clock.now).decide(
                atMost: 100, channels: [.email], festival.store)
            return try #require(try festival.notices(.orderPending).first).delivery.reason
        }
        #expect(try decide(hours: 25) == .quietHours)
        #expect(try decide(hours: 22) == .deadline)
    }

    @Test("At night, the message about an earlier deadline is sent at once if the reservation ends before the morning")
    func earlierAtNight() throws {
        _ = try reserveAsVisitor()
        // In the event's time zone, it is 23:30. The quiet hours end at 07:00.
        festival.clock.set(Festival.start.advanced(bySeconds: 16 * 3600 + 200))
        func edit(hours: Int64) throws {
            let end = Festival.start.advanced(bySeconds: hours * 3600)
            #expect(try festival.services.events.edit(festival.event) { $0.payBy = end }.shortened.notices == 1)
        }
        func reasons() throws -> [NoticeReason?] {
            try festival.notices(.paymentPending).sorted { $0.created < $1.created }.map(\.delivery.reason)
        }
        try edit(hours: 25)
        #expect(try sent().isEmpty)
        #expect(try reasons() == [.quietHours])
        festival.clock.advance(bySeconds: 60)
        try edit(hours: 22)
        #expect(try sent() == ["earlier-deadline"])
        #expect(try reasons() == [.quietHours, .deadline])
    }

    @Test("If an edit ends unpaid reservations at once, they are counted, but their buyers get no reminder to pay")
    func atOnce() throws {
        _ = try reserveAsVisitor()
        festival.clock.set(Festival.start.advanced(bySeconds: 3 * 86_400))
        let edit = try festival.services.events.edit(festival.event) {
            $0.doors = Festival.start.advanced(bySeconds: 2 * 86_400)
        }
        #expect(edit.shortened.count == 1 && edit.shortened.notices == 0)
        #expect(try festival.notices(.paymentPending).isEmpty)
    }

    @Test("A visitor who has not confirmed a reservation, and the buyers of a cancelled event, get no reminder")
    func unconfirmed() throws {
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { $0 == .email })
        _ = try storefront.reserve(festival.draft(1), of: festival.event.number, request: "r")
        #expect(try queued(minutes: 8).isEmpty && queued(minutes: 11).isEmpty)
        festival.clock.set(Festival.start)
        _ = try festival.order(1)
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(try queued(minutes: 15).isEmpty && queued(minutes: 26).isEmpty)
    }

    @Test("Each refund payment causes one message with its amount; a repeated or refused payment causes no message")
    func refunds() throws {
        let order = try festival.order(3, .cash)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        #expect(try festival.notices(.refundProcessed).isEmpty)
        func payBack(_ amount: String?, _ request: String) throws {
            _ = try festival.services.orders.recordRefundPayment(
                amount.flatMap { Money($0) }, ofOrder: order.number, of: festival.event, request: request)
        }
        for _ in 0..<2 { try payBack("60000 UGX", "a") }
        #expect(throws: SalesError.self) { try payBack("90001 UGX", "b") }
        try payBack(nil, "c")
        let told = try festival.notices(.refundProcessed)
        #expect(told.map { $0.payload["amount"] } == ["60000 UGX", "90000 UGX"])
        #expect(told.allSatisfy { $0.recipient == "grace@example.org" && $0.payload["order"] == "\(order.number)" })
        // The message about the amount owed is no longer true. The messages about the payments are still true.
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let kinds = try dispatcher.decide(atMost: 100, channels: [.email], festival.store).leases.map(\.notice.kind)
        #expect(!kinds.contains(.refundOwed) && kinds.count { $0 == .refundProcessed } == 2)
    }

    @Test(
        """
        Managers get one message about each payment that another member records; messages that are due together are \
        merged
        """)
    func payments() throws {
        let user = try festival.services.users.addUser(
            UserDetails(name: "Mona", email: EmailAddress(rawValue: "mona@example.org")))
        _ = try festival.services.members.setRole(.manager, of: user, in: festival.organizer())
        let mona = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        for _ in 0..<3 {
            let door = try festival.order(1, .atTheDoor)
            #expect(try festival.notices(.paymentReceived).allSatisfy { $0.payload["order"] != "\(door.number)" })
            for _ in 0..<2 { _ = try festival.pay(door, request: "\(door.number)") }
        }
        let own = try festival.order(1, .atTheDoor)
        _ = try mona.orders.pay(own.number, of: festival.event, Payment(.cash), signingWith: festival.ring)
        let free = try festival.order(1)
        _ = try festival.pay(free, .complimentary)
        #expect(try festival.notices(.paymentReceived).count == 3)
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        var sent: [Notice] = []
        while case let (leases, decided) = try dispatcher.decide(atMost: 100, channels: [.email], festival.store),
            decided > 0
        {
            for lease in leases {
                try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
            }
            sent += leases.map(\.notice).filter { $0.kind == .paymentReceived }
        }
        #expect(sent.map { $0.payload["count"] } == ["3"] && sent.first?.payload["total"] == "150000 UGX")
    }
}

@Suite("Messages about tickets that expire", .everyEngine)
struct TicketExpiryTests {
    private let festival: Festival
    private let early: TicketType
    /// The end of the tickets' validity: Sat 2 Jan 2027 at 07:26:40 in Kampala. `Festival.start` is Wed 23 Dec 2026 at
    /// 07:26:40.
    private let until = Festival.start.advanced(bySeconds: 10 * 86_400)
    /// The time at which the messages are due: Thu 31 Dec 2026 at 09:00 in Kampala.
    private let due = Festival.start.advanced(bySeconds: 8 * 86_400 + 5600)

    init() throws {
        festival = try Festival()
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 9 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 12 * 86_400)
        }
        early = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "First days", window: ValidityWindow(from: nil, until: until)), to: festival.event)
    }

    private func issue(to address: String, _ type: TicketType? = nil) throws -> Ticket {
        let summary = try festival.services.tickets.issue(
            .person(holder: "Grace", email: address, note: nil), type: type ?? early, of: festival.event,
            signingWith: festival.ring)
        return try #require(summary.first.first)
    }

    private func queued(at moment: Instant) throws -> [String] {
        festival.clock.set(moment)
        let before = Set(try festival.notices(.ticketExpiring).map(\.key))
        try DeadlineScheduler(clock: festival.clock.now).queueExpiringTickets(festival.store)
        return try festival.notices(.ticketExpiring).filter { !before.contains($0.key) }.map(\.recipient).sorted()
    }

    private func sent() throws -> [String] {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        return try dispatcher.decide(atMost: 100, channels: [.email], festival.store).leases.map(\.notice)
            .filter { $0.kind == .ticketExpiring }.map(\.recipient).sorted()
    }

    @Test("At 09:00 two days before expiry, holders of unused tickets get one message each, even with four servers")
    func once() async throws {
        for _ in 0..<2 { _ = try issue(to: "grace@example.org") }
        _ = try issue(to: "regular@example.org", festival.regular)
        let cancelled = try issue(to: "cancelled@example.org")
        _ = try festival.services.tickets.cancel(cancelled.code, of: festival.event, note: nil)
        let used = try festival.token(of: try issue(to: "used@example.org"))
        #expect(try festival.gate().decide(Scan(used)).outcome == .admit(again: false))
        #expect(try queued(at: due.advanced(bySeconds: -1)).isEmpty)
        festival.clock.set(due)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { [festival] in
                    try DeadlineScheduler(clock: festival.clock.now).queueExpiringTickets(Store.open(festival.address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 1])
        #expect(try festival.notices(.ticketExpiring).map(\.recipient) == ["grace@example.org"])
        // The holder of a ticket that is issued later gets no message about the expiry, because the new ticket already
        // shows the expiry.
        _ = try issue(to: "late@example.org")
        #expect(try queued(at: due.advanced(bySeconds: 60)).isEmpty)
        #expect(try sent() == ["grace@example.org"])
    }

    @Test(
        """
        The messages to many holders are queued in several transactions; after an interruption, the remaining messages \
        are queued
        """)
    func many() throws {
        let count = 2 * DeadlineScheduler.ticketBatchSize + 1
        try festival.tamper(
            """
            INSERT INTO ticket (event, serial, type, admits, key, issue, status, issued_at, email)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            SELECT \(festival.event.number.rawValue), 1000000 + i, \(early.number.rawValue), 1, 1, 0, 'issued', 0,
                'guest' || i || '@example.org' FROM n
            """)
        festival.clock.set(due)
        let scheduler = DeadlineScheduler(clock: festival.clock.now)
        #expect(try scheduler.queueExpiringTickets(festival.store) == count)
        #expect(try scheduler.queueExpiringTickets(festival.store) == 0)
        // Simulates that the process ended before its last transactions.
        try festival.tamper(
            """
            DELETE FROM notice WHERE kind = 'ticket-expiring' AND recipient LIKE 'guest1%';
            DELETE FROM queued_reminder WHERE name LIKE 'expiry %'
            """)
        let rest = (1...count).count { "\($0)".hasPrefix("1") }
        #expect(try scheduler.queueExpiringTickets(festival.store) == rest)
        #expect(try scheduler.queueExpiringTickets(festival.store) == 0)
    }

    @Test("A message that waits is dropped if its tickets were used or cancelled, or if their expiry has changed")
    func outdated() throws {
        let used = try festival.token(of: issue(to: "used@example.org"))
        let cancelled = try issue(to: "cancelled@example.org")
        #expect(try queued(at: due) == ["cancelled@example.org", "used@example.org"])
        #expect(try festival.gate().decide(Scan(used)).outcome == .admit(again: false))
        _ = try festival.services.tickets.cancel(cancelled.code, of: festival.event, note: nil)
        #expect(try sent().isEmpty)
        #expect(try festival.notices(.ticketExpiring).allSatisfy { $0.delivery.reason == .outdated })

        _ = try issue(to: "moved@example.org")
        let later = until.advanced(bySeconds: 86_400)
        _ = try festival.services.ticketTypes.editTicketType(early.number, of: festival.event) {
            $0.window = ValidityWindow(from: nil, until: later)
        }
        #expect(try queued(at: due.advanced(bySeconds: 60)).isEmpty)
        #expect(try queued(at: due.advanced(bySeconds: 86_400)) == ["moved@example.org"])
        #expect(try sent() == ["moved@example.org"])
    }

    @Test("The notice policy determines the day and the hour of the message")
    func policy() throws {
        _ = try issue(to: "grace@example.org")
        let changed = NoticePolicy.standard.with { ($0.expiryDays, $0.expiryHour) = (3, 18) }
        let moved = due.advanced(bySeconds: -86_400 + 9 * 3600)
        for (moment, count) in [(moved.advanced(bySeconds: -1), 0), (moved, 1), (due, 0)] {
            festival.clock.set(moment)
            let queued = try DeadlineScheduler(clock: festival.clock.now)
                .queueExpiringTickets(festival.store, policy: changed)
            #expect(queued == count, "\(moment)")
        }
        // A server with other settings queues no second message.
        #expect(try queued(at: due).isEmpty)
    }

    @Test("No message is queued if it would be late, if tickets expire with the event, or if the event is cancelled")
    func others() throws {
        _ = try issue(to: "grace@example.org")
        let late = until.advanced(bySeconds: -86_399)
        #expect(try queued(at: late).isEmpty)
        let end = Festival.start.advanced(bySeconds: 12 * 86_400)
        _ = try festival.services.ticketTypes.editTicketType(early.number, of: festival.event) {
            $0.window = ValidityWindow(from: nil, until: end)
        }
        #expect(try queued(at: due.advanced(bySeconds: 2 * 86_400)).isEmpty)
        _ = try festival.services.ticketTypes.editTicketType(early.number, of: festival.event) {
            $0.window = ValidityWindow(from: nil, until: until)
        }
        _ = try festival.services.events.cancelEvent(festival.event)
        #expect(try queued(at: due).isEmpty)
    }
}
