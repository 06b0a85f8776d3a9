import EventFixture
import Foundation
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Scheduled cancellations and refunds, which can be undone for ten seconds", .everyEngine)
struct PendingChangeTests {
    private let festival: Festival
    private let event: Event
    private var changes: PendingChangeService { festival.services.pendingChanges }

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 500))
        event = festival.event
    }

    /// Everything that a cancellation or refund changes.
    private struct Picture: Equatable {
        let order: Order
        let tickets: [Ticket]
        let issued: Int
        let reserved: Int
        let changes: Int
        let notices: Int
        let deliveries: Int
    }

    private func picture(of order: Order) throws -> Picture {
        var (changes, notices) = (0, 0)
        try festival.services.audit.forEachChange(of: festival.organizer()) { _ in changes += 1 }
        try festival.services.notices.forEachNotice(of: festival.organizer()) { _ in notices += 1 }
        let counts = try festival.counts()
        var deliveries = 0
        try festival.store.read { connection in
            try connection.forEachRow("SELECT id FROM webhook_delivery", []) { _ in deliveries += 1 }
        }
        return Picture(
            order: try festival.services.orders.order(order.number, of: event),
            tickets: try festival.services.orders.tickets(of: order, of: event), issued: counts.issued,
            reserved: counts.reserved, changes: changes, notices: notices, deliveries: deliveries)
    }

    private func perform() throws -> PendingChangePerformer.Summary {
        try PendingChangePerformer(clock: festival.clock.now).performDue(festival.store)
    }

    @Test("A scheduled change has no effect before it is due, and an undone change has no effect at all")
    func undone() throws {
        let webhook = WebhookDetails(
            address: "https://example.org/hook", kinds: Set(Webhook.Kind.allCases))
        _ = try festival.services.webhooks.createWebhook(
            webhook, of: festival.organizer(), signingWith: festival.ring)
        let (paid, waiting) = (try festival.order(2, .cash), try festival.order(1))
        let before = (try picture(of: paid), try picture(of: waiting))
        let code = try #require(before.0.tickets.first).code
        let scheduled = [
            try changes.scheduleRefund(.all, ofOrder: paid.number, of: event, note: "rain"),
            try changes.scheduleCancellation(ofOrder: waiting.number, of: event, note: nil),
            try changes.scheduleCancellation(ofTicket: code, of: event, note: nil),
        ]
        #expect(try changes.change(ofOrder: paid.number, of: event) == scheduled[0])
        #expect(try (picture(of: paid), picture(of: waiting)) == before)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds - 1)
        #expect(try perform().made == 0)
        for change in scheduled {
            #expect(try changes.undo(change.id, of: event) == change)
            #expect(throws: SalesError.changeMade) { try changes.undo(change.id, of: event) }
        }
        festival.clock.advance(bySeconds: 60)
        #expect(try perform().made == 0)
        #expect(try (picture(of: paid), picture(of: waiting)) == before)
        #expect(try changes.change(ofOrder: paid.number, of: event) == nil)
    }

    @Test("After ten seconds, the change is made exactly once, and can no longer be undone")
    func made() throws {
        let (paid, waiting) = (try festival.order(2, .cash), try festival.order(3))
        let refund = try changes.scheduleRefund(.all, ofOrder: paid.number, of: event, note: "rain")
        _ = try changes.scheduleCancellation(ofOrder: waiting.number, of: event, note: nil)
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 2 && summary.refusals.isEmpty)
        let orders = festival.services.orders
        let refunded = try orders.order(paid.number, of: event)
        #expect(refunded.status == .refunded && refunded.refundLeft == 100_000)
        #expect(
            try orders.tickets(of: paid, of: event).allSatisfy { $0.statusNote == "rain" && $0.status == .refunded })
        #expect(try orders.order(waiting.number, of: event).status == .cancelled)
        #expect(try festival.counts() == (0, 0))
        #expect(try festival.notices(.refundOwed).count == 1 && festival.notices(.orderCancelled).count == 1)
        #expect(try perform().made == 0)
        #expect(throws: SalesError.changeMade) { try changes.undo(refund.id, of: event) }
        #expect(try festival.notices(.refundOwed).count == 1)
    }

    @Test("A repeated request returns the change that is already scheduled; another change of the order is refused")
    func repeated() throws {
        let order = try festival.order(2, .cash)
        let codes = try festival.services.orders.tickets(of: order, of: event).map(\.code)
        let first = try changes.scheduleRefund(.tickets([codes[0]]), ofOrder: order.number, of: event, note: nil)
        let again = try changes.scheduleRefund(.tickets([codes[0]]), ofOrder: order.number, of: event, note: nil)
        #expect(again == first)
        #expect(throws: SalesError.changePending) {
            try changes.scheduleRefund(.tickets([codes[1]]), ofOrder: order.number, of: event, note: nil)
        }
        #expect(try festival.makeScheduledChanges().made == 1)
        let statuses = try festival.services.orders.tickets(of: order, of: event).map(\.status)
        #expect(statuses.count { $0 == .refunded } == 1)
        #expect(throws: ManagementError.notIssued(codes[0], .refunded)) {
            try changes.scheduleRefund(.tickets([codes[0]]), ofOrder: order.number, of: event, note: nil)
        }
        #expect(throws: SalesError.notCancellable(order.number, .partlyRefunded)) {
            try changes.scheduleCancellation(ofOrder: order.number, of: event, note: nil)
        }
    }

    @Test("If eight processes find the same due change at once, the change is made once")
    func raced() throws {
        for _ in 0..<4 {
            let order = try festival.order(2, .cash)
            _ = try changes.scheduleRefund(.all, ofOrder: order.number, of: event, note: nil)
            let before = try festival.notices(.refundOwed).count
            festival.clock.advance(bySeconds: PendingChange.delaySeconds)
            let festival = festival
            let made = try atOnce(8) { _ in
                let store = try Store.open(festival.address)
                return try PendingChangePerformer(clock: festival.clock.now).performDue(store).made
            }
            #expect(made.reduce(0, +) == 1)
            #expect(try festival.services.orders.order(order.number, of: event).refundLeft == 100_000)
            #expect(try festival.notices(.refundOwed).count == before + 1)
        }
    }

    @Test("If a member undoes a change while a process performs it, only one of them succeeds")
    func racedUndo() throws {
        for round in 0..<12 {
            let order = try festival.order(1, .cash)
            let change = try changes.scheduleRefund(.all, ofOrder: order.number, of: event, note: nil)
            festival.clock.advance(bySeconds: PendingChange.delaySeconds)
            let (festival, event) = (festival, event)
            let results = try atOnce(2) { number -> Int in
                let store = try Store.open(festival.address)
                if number == 0 { return try PendingChangePerformer(clock: festival.clock.now).performDue(store).made }
                let services = try ManagementServices.signIn(to: store, clock: festival.clock.now)
                do {
                    _ = try services.pendingChanges.undo(change.id, of: event)
                    return 1
                } catch SalesError.changeMade {
                    return 0
                }
            }
            #expect(results.reduce(0, +) == 1, "round \(round): \(results)")
            let status = try festival.services.orders.order(order.number, of: event).status
            #expect(status == (results[0] == 1 ? .refunded : .paid), "round \(round)")
        }
    }

    @Test("If the member who scheduled a change has lost the right, or the order has changed, the change is dropped")
    func refused() throws {
        let member = try festival.services(as: .manager)
        let orders = [try festival.order(1, .cash), try festival.order(1, .cash), try festival.order(1)]
        _ = try member.pendingChanges.scheduleRefund(.all, ofOrder: orders[0].number, of: event, note: nil)
        _ = try changes.scheduleRefund(.all, ofOrder: orders[1].number, of: event, note: nil)
        _ = try changes.scheduleCancellation(ofOrder: orders[2].number, of: event, note: nil)
        _ = try festival.services.members.setRole(.viewer, of: member.user, in: festival.organizer())
        _ = try festival.services.orders.refund(.all, ofOrder: orders[1].number, of: event, note: nil)
        _ = try festival.pay(orders[2])
        let before = try festival.notices(.refundOwed).count
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 0 && summary.refusals.count == 3)
        let statuses = try orders.map { try festival.services.orders.order($0.number, of: event).status }
        #expect(statuses == [.paid, .refunded, .paid])
        #expect(try festival.notices(.refundOwed).count == before)
        #expect(try changes.change(ofOrder: orders[0].number, of: event) == nil)
        #expect(try perform().refusals.isEmpty)
        let dropped = try festival.services.events.history(of: event).compactMap { DroppedChange($0) }
        #expect(dropped == summary.refusals.flatMap(\.dropped))
        let last = try changes.lastDrop(ofOrder: orders[2].number, of: event)
        #expect(last?.action == .cancelOrder)
        #expect(last?.reason == .changed)
        #expect(try changes.lastDrop(ofOrder: orders[0].number, of: event)?.reason == .notAllowed)
        // The audit trail stores no sentence, but an identifier of the reason, such as `not_allowed`.
        let codes = try festival.services.events.history(of: event).compactMap { record in
            DroppedChange(record) == nil ? nil : record.after["reason"]
        }
        #expect(codes.sorted() == ["changed", "changed", "not_allowed"])
        let sentence = try #require(last).sentence(at: .verbatim("14:02")).english
        let reason = "the order, the ticket or the event has changed in the meantime"
        #expect(sentence == "The cancellation scheduled at 14:02 was not made: \(reason)")
        let ticket = try #require(try festival.services.orders.tickets(of: orders[1], of: event).first)
        #expect(try changes.lastDrop(ofTicket: ticket, of: event)?.action == .refundOrder)
        guard case .intact = try festival.services.audit.verifyAudit(of: festival.organizer()) else {
            Issue.record("the audit trail is broken")
            return
        }
        // A viewer may not undo the change of another member.
        let change = try changes.scheduleRefund(.all, ofOrder: orders[0].number, of: event, note: nil)
        let viewer = try ManagementServices.signIn(
            to: festival.store, as: "\(member.user.id)", clock: festival.clock.now)
        #expect(throws: ManagementError.self) { try viewer.pendingChanges.undo(change.id, of: event) }
        #expect(try changes.undo(change.id, of: event) == change)
    }

    @Test("A reason that an earlier version of the program stored as a sentence is recognized")
    func formerReasons() throws {
        let former: [(stored: String, reason: DroppedChange.Reason)] = [
            ("it was due more than a day ago", .expired),
            ("your role here is viewer; this needs owner or manager", .notAllowed),
            ("your access does not include this (refundOrder)", .notAllowed),
            ("there is no organizer “nile-nights”", .notAllowed),
            ("order 1912276171 is paid, so it cannot be cancelled", .changed), ("not_allowed", .notAllowed),
        ]
        for (stored, expected) in former {
            let record = AuditRecord(
                organizer: nil, sequence: 1, at: Festival.start, user: try #require(UserID(rawValue: 5)),
                action: Management.Operation.dropChange.rawValue, subject: AuditSubject(.event, 7), before: [:],
                after: [
                    "change": "cancelOrder", "order": "7", "scheduled": "2026-11-30T14:02:00Z", "reason": stored,
                ])
            let reason = DroppedChange(record)?.reason
            #expect(reason == expected, "\(stored)")
        }
    }

    @Test("A refund skips tickets that were cancelled after it was scheduled; if none is left, the refund is dropped")
    func partlyEnded() throws {
        let order = try festival.order(3, .cash)
        let codes = try festival.services.orders.tickets(of: order, of: event).map(\.code)
        _ = try changes.scheduleRefund(.tickets([codes[0], codes[1]]), ofOrder: order.number, of: event, note: nil)
        _ = try festival.services.tickets.cancel(codes[0], of: event, note: nil)
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 1 && summary.refusals.isEmpty)
        let tickets = try festival.services.orders.tickets(of: order, of: event)
        #expect(tickets.map(\.status) == [.cancelled, .refunded, .issued])
        #expect(try festival.services.orders.order(order.number, of: event).refundLeft == 100_000)
        let change = try changes.scheduleRefund(.tickets([codes[2]]), ofOrder: order.number, of: event, note: nil)
        _ = try festival.services.tickets.cancel(codes[2], of: event, note: nil)
        let refusals = try festival.makeScheduledChanges().refusals
        #expect(refusals.map(\.change) == [change])
        #expect(refusals.first?.subjects == [.order(order.number, tickets: [codes[2]])])
        #expect(try festival.services.orders.order(order.number, of: event).refundLeft == 150_000)
    }

    @Test("A change that was due a day ago is dropped: nothing changes, and the audit trail has the reason")
    func expired() throws {
        let orders = [try festival.order(1, .cash), try festival.order(2, .cash)]
        _ = try changes.scheduleRefund(.all, ofOrder: orders[0].number, of: event, note: nil)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds + PendingChangePerformer.lifetimeSeconds - 1)
        #expect(try perform().made == 1)
        _ = try changes.schedule(
            festival.services.orders.refundPlan([orders[1].number], of: event), of: event, note: nil)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds + PendingChangePerformer.lifetimeSeconds)
        let before = try festival.notices(.refundOwed).count
        let summary = try perform()
        #expect(summary.made == 0 && summary.refusals.count == 1)
        #expect(try festival.services.orders.order(orders[1].number, of: event).status == .paid)
        #expect(try festival.notices(.refundOwed).count == before)
        #expect(try changes.change(ofOrder: orders[1].number, of: event) == nil)
        #expect(try changes.lastDrop(ofOrder: orders[1].number, of: event)?.reason == .expired)
        #expect(try changes.lastDrop(ofOrder: orders[0].number, of: event) == nil)
        #expect(try perform().refusals.isEmpty)
    }

    @Test("While two processes refund several orders, other processes can schedule cancellations of the same tickets")
    func scheduledMeanwhile() throws {
        let orders = try (0..<6).map { _ in try festival.order(2, .cash) }
        let refund = try festival.services.orders.refundPlan(orders.map(\.number), of: event)
        _ = try changes.schedule(refund, of: event, note: nil)
        let plans = try [orders.prefix(3), orders.suffix(3)].map { part -> BulkPlan in
            let codes = try part.flatMap { try festival.services.orders.tickets(of: $0, of: event).map(\.code) }
            return try festival.services.tickets.ticketCancellationPlan(codes, of: event)
        }
        festival.clock.advance(bySeconds: PendingChange.delaySeconds)
        let (address, clock, night) = (festival.address, festival.clock, event)
        let made = try atOnce(4) { number -> Int in
            let store = try Store.open(address)
            guard number < plans.count else {
                return try PendingChangePerformer(clock: clock.now).performDue(store).made
            }
            let services = try ManagementServices.signIn(to: store, clock: clock.now)
            _ = try services.pendingChanges.schedule(plans[number], of: night, note: nil)
            return 0
        }
        #expect(made.reduce(0, +) == 6)
        // The cancellations were scheduled, but the refunds were made first.
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 0 && summary.refusals.flatMap(\.dropped).count == 12)
        for order in orders {
            #expect(try festival.services.orders.order(order.number, of: event).refundLeft == 100_000)
        }
        #expect(try festival.notices(.refundOwed).count == 6)
    }

    @Test("A search by ticket finds a scheduled change only for active tickets that the change would refund or cancel")
    func ofTickets() throws {
        let tickets = try (0..<3).map { _ in
            try festival.services.orders.tickets(of: festival.order(2, .cash), of: event)
        }
        let orders = try tickets.map { try #require($0[0].sale).order }
        _ = try changes.scheduleRefund(.tickets([tickets[0][0].code]), ofOrder: orders[0], of: event, note: nil)
        _ = try changes.scheduleRefund(.all, ofOrder: orders[1], of: event, note: nil)
        _ = try changes.scheduleCancellation(ofTicket: tickets[2][1].code, of: event, note: nil)
        let found = try changes.actions(ofTickets: tickets.flatMap(\.self), of: event)
        #expect(
            found == [
                tickets[0][0].serial: .refundOrder, tickets[1][0].serial: .refundOrder,
                tickets[1][1].serial: .refundOrder, tickets[2][1].serial: .cancelTicket,
            ])
        for ticket in tickets.joined() {
            #expect(try changes.change(ofTicket: ticket, of: event)?.action == found[ticket.serial], "\(ticket.code)")
        }
        // A refund of the whole order does not concern a ticket that was cancelled before.
        _ = try festival.services.tickets.cancel(tickets[1][0].code, of: event, note: nil)
        let cancelled = try festival.services.tickets.ticket(tickets[1][0].code, of: event)
        #expect(!cancelled.status.isActive)
        #expect(try changes.change(ofTicket: cancelled, of: event) == nil)
        #expect(try changes.actions(ofTickets: [cancelled], of: event).isEmpty)
    }

    @Test("If a process ends in the middle of a change, another process completes the change later")
    func leased() throws {
        let orders = try (0..<3).map { _ in try festival.order(1, .cash) }
        let plan = try festival.services.orders.refundPlan(orders.map(\.number), of: event)
        let change = try #require(try changes.schedule(plan, of: event, note: nil))
        festival.clock.advance(bySeconds: PendingChange.delaySeconds)
        let now = festival.clock.now()
        let end = now.advanced(bySeconds: PendingChangePerformer.leaseSeconds)
        #expect(try festival.store.write { try $0.pendingChanges.lease(change.id, at: now, until: end) })
        // The stopped process has refunded the first order.
        _ = try festival.services.orders.refund(.all, ofOrder: orders[0].number, of: event, note: nil)
        _ = try festival.store.write {
            try $0.pendingChanges.remove(.order(orders[0].number, tickets: nil), of: change)
        }
        #expect(try perform().made == 0)
        #expect(throws: SalesError.changeMade) { try changes.undo(change.id, of: event) }
        festival.clock.advance(bySeconds: PendingChangePerformer.leaseSeconds)
        let summary = try perform()
        #expect(summary.made == 2 && summary.refusals.isEmpty)
        #expect(try festival.notices(.refundOwed).count == 3)
        #expect(try perform().made == 0)
    }

    @Test("A refund plan for several orders leaves out unpaid orders, and is scheduled and undone as one change")
    func planned() throws {
        let orders = [
            try festival.order(2, .cash), try festival.order(1, .card), try festival.order(1),
            try festival.order(1, .complimentary),
        ]
        let plan = try festival.services.orders.refundPlan(orders.map(\.number), of: event)
        #expect(plan.subjects.count == 3 && plan.skipped == 1 && plan.tickets == 4)
        #expect(plan.owed == [Money(minorUnits: 150_000, currency: "UGX")] && plan.recipientCount.people == 1)
        let change = try #require(try changes.schedule(plan, of: event, note: nil))
        #expect(try changes.schedule(plan, of: event, note: nil) == nil)
        #expect(plan.effect == .refundOrder)
        #expect(try changes.effect(of: change, at: event) == .refundOrder)
        let effects = try changes.effects(of: orders.map(\.number), of: event)
        #expect(
            effects == [
                orders[0].number: .refundOrder, orders[1].number: .refundOrder, orders[3].number: .cancelOrder,
            ])
        #expect(try changes.undo(change.id, of: event) == change)
        #expect(try changes.effects(of: orders.map(\.number), of: event).isEmpty)
        _ = try changes.schedule(plan, of: event, note: nil)
        #expect(try festival.makeScheduledChanges().made == 3)
        let cancellation = try festival.services.orders.orderCancellationPlan(orders.map(\.number), of: event)
        #expect(cancellation.subjects == [.order(orders[2].number, tickets: nil)] && cancellation.skipped == 3)
    }

    @Test("If several tickets of an order are cancelled together, the buyer gets one message about the refund")
    func tickets() throws {
        let order = try festival.order(3, .cash)
        let codes = try festival.services.orders.tickets(of: order, of: event).map(\.code)
        let plan = try festival.services.tickets.ticketCancellationPlan(codes, of: event)
        #expect(plan.tickets == 3)
        _ = try changes.schedule(plan, of: event, note: nil)
        // One of the two tickets of another order is cancelled before the scheduled change is made. The scheduled
        // change can therefore not cancel both tickets together, and tries each ticket alone.
        let other = try festival.order(2, .cash)
        let others = try festival.services.orders.tickets(of: other, of: event).map(\.code)
        _ = try changes.schedule(
            festival.services.tickets.ticketCancellationPlan(others, of: event), of: event, note: nil)
        _ = try festival.services.tickets.cancel(others[0], of: event, note: nil)
        let before = try festival.notices(.refundOwed).count
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 4 && summary.refusals.count == 1)
        #expect(try festival.notices(.refundOwed).count == before + 2)
        #expect(try festival.counts().issued == 0)
    }

    @Test("A change with messages to more than a hundred people is scheduled only after their number is confirmed")
    func many() throws {
        let numbers = try (0...MessagePreview.confirmationLimit).map { number in
            let draft = OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: "Guest \(number)",
                email: "guest\(number)@example.org", payment: Payment(.cash))
            return try festival.services.orders.createOrder(draft, of: event, signingWith: festival.ring).number
        }
        let plan = try festival.services.orders.refundPlan(numbers, of: event)
        #expect {
            _ = try changes.schedule(plan, of: event, note: nil)
        } throws: { error in
            guard case ManagementError.tooManyRecipients(let change) = error else { return false }
            return change.people == numbers.count && change.operation == .refundOrder
        }
        #expect(try changes.effects(of: numbers, of: event).isEmpty)
        let confirmed = festival.services.allowingMessages(to: numbers.count).pendingChanges
        #expect(try confirmed.schedule(plan, of: event, note: nil) != nil)
        #expect(try festival.makeScheduledChanges().made == numbers.count)
    }

    @Test("A sale at the desk that is paid at once needs no buyer’s name; every other order needs a name")
    func walkIn() throws {
        func draft(_ payment: Payment?, isWalkIn: Bool) -> OrderDraft {
            var draft = OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: "", payment: payment)
            draft.isWalkIn = isWalkIn
            return draft
        }
        let orders = festival.services.orders
        for refused in [
            draft(Payment(.cash), isWalkIn: false), draft(nil, isWalkIn: true),
            draft(Payment(.atTheDoor), isWalkIn: true),
        ] {
            #expect(throws: SalesError.self) { try orders.createOrder(refused, of: event, signingWith: festival.ring) }
        }
        let order = try orders.createOrder(
            draft(Payment(.cash), isWalkIn: true), of: event, signingWith: festival.ring)
        let read = try orders.order(order.number, of: event)
        #expect(read == order && read.buyer == Buyer(name: ""))
        let ticket = try #require(try orders.tickets(of: order, of: event).first)
        #expect(ticket.holder == nil && ticket.belongs(with: order.confirmedBuyer))
        _ = try festival.services.tickets.reissue(ticket.code, of: event, signingWith: festival.ring)
        #expect(try orders.tickets(of: order, of: event).allSatisfy { $0.belongs(with: order.confirmedBuyer) })
        #expect(try festival.store.check().isIntact)
    }
}
