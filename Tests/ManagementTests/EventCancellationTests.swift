import EventFixture
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Scheduled cancellations of events, which can be undone for ten seconds", .everyEngine)
struct EventCancellationTests {
    private let festival: Festival
    private let event: Event
    private var changes: PendingChangeService { festival.services.pendingChanges }

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 500))
        event = festival.event
    }

    /// Everything that the cancellation of an event changes.
    private struct Picture: Equatable {
        let status: Event.Status
        let orders: [Order]
        let issued: Int
        let records: Int
        let notices: Int
    }

    private func picture() throws -> Picture {
        var (records, notices) = (0, 0)
        try festival.services.audit.forEachChange(of: festival.organizer()) { _ in records += 1 }
        try festival.services.notices.forEachNotice(of: festival.organizer()) { _ in notices += 1 }
        return Picture(
            status: try status(), orders: try festival.services.orders.orders(of: event, limit: 99),
            issued: try festival.counts().issued, records: records, notices: notices)
    }

    private func status() throws -> Event.Status {
        try #require(try festival.store.read { try $0.events.with(number: event.number) }).status
    }

    private func perform() throws -> PendingChangePerformer.Summary {
        try PendingChangePerformer(clock: festival.clock.now).performDue(festival.store)
    }

    @Test("Until a scheduled cancellation is made, the event is unchanged; an undone cancellation has no effect at all")
    func undone() throws {
        _ = try festival.order(2, .cash)
        let before = try picture()
        let change = try changes.scheduleCancellation(of: event)
        #expect(change.due == festival.clock.now().advanced(bySeconds: PendingChange.delaySeconds))
        #expect(try changes.cancellation(of: event) == change)
        #expect(try picture() == before)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds - 1)
        #expect(try perform().made == 0)
        #expect(try changes.undo(change.id, of: event) == change)
        #expect(throws: SalesError.changeMade) { try changes.undo(change.id, of: event) }
        festival.clock.advance(bySeconds: 60)
        #expect(try perform().made == 0)
        #expect(try picture() == before)
        #expect(try changes.cancellation(of: event) == nil)
    }

    @Test("A restarted server cancels the event once, with the orders made since the request; then undo is refused")
    func made() throws {
        let first = try festival.order(2, .cash)
        let change = try changes.scheduleCancellation(of: event)
        // The event is on sale until the cancellation is made.
        let late = try festival.order(1, .cash)
        #expect(try festival.notices(.refundOwed).isEmpty)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds + 600)
        let summary = try PendingChangePerformer(clock: festival.clock.now).performDue(Store.open(festival.address))
        #expect(summary.made == 1 && summary.refusals.isEmpty)
        #expect(try status() == .cancelled)
        let orders = festival.services.orders
        #expect(try orders.order(first.number, of: event).refundLeft == 100_000)
        #expect(try orders.order(late.number, of: event).refundLeft == 50_000)
        #expect(try festival.counts() == (0, 0))
        #expect(try festival.notices(.refundOwed).count == 2)
        let after = try picture()
        #expect(throws: SalesError.changeMade) { try changes.undo(change.id, of: event) }
        #expect(try perform().made == 0)
        #expect(try picture() == after && changes.cancellation(of: event) == nil)
        #expect(try festival.store.check().isIntact)
    }

    @Test("If eight processes find the same due cancellation at once, the event is cancelled once")
    func raced() throws {
        _ = try festival.order(2, .cash)
        _ = try changes.scheduleCancellation(of: event)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds)
        let festival = festival
        let made = try atOnce(8) { _ in
            let store = try Store.open(festival.address)
            return try PendingChangePerformer(clock: festival.clock.now).performDue(store).made
        }
        #expect(made.reduce(0, +) == 1)
        #expect(try status() == .cancelled)
        #expect(try festival.notices(.refundOwed).count == 1)
        #expect(try perform().refusals.isEmpty)
    }

    @Test("If a member undoes a cancellation while a process performs it, only one of them succeeds")
    func racedUndo() throws {
        for round in 0..<8 {
            let event = try festival.services.events.publish(festival.draft())
            let change = try changes.scheduleCancellation(of: event)
            festival.clock.advance(bySeconds: PendingChange.delaySeconds)
            let festival = festival
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
            let status = try festival.store.read { try $0.events.with(number: event.number) }?.status
            #expect(status == (results[0] == 1 ? .cancelled : .published), "round \(round)")
        }
    }

    @Test("If a process stops before it cancels the event, another process cancels it after the lease has ended")
    func leased() throws {
        let change = try changes.scheduleCancellation(of: event)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds)
        let now = festival.clock.now()
        let end = now.advanced(bySeconds: PendingChangePerformer.leaseSeconds)
        #expect(try festival.store.write { try $0.pendingChanges.lease(change.id, at: now, until: end) })
        #expect(try perform().made == 0)
        #expect(throws: SalesError.changeMade) { try changes.undo(change.id, of: event) }
        festival.clock.advance(bySeconds: PendingChangePerformer.leaseSeconds)
        #expect(try perform().made == 1)
        #expect(try status() == .cancelled)
    }

    @Test(
        "A cancellation is dropped if its requester has lost the right, if it is a day old, or if the event changed")
    func dropped() throws {
        let member = try festival.services(as: .manager)
        _ = try member.pendingChanges.scheduleCancellation(of: event)
        _ = try festival.services.members.setRole(.viewer, of: member.user, in: festival.organizer())
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made == 0 && summary.refusals.map(\.subjects) == [[.event]])
        #expect(try changes.lastDrop(of: event)?.reason == .notAllowed)
        _ = try changes.scheduleCancellation(of: event)
        festival.clock.advance(bySeconds: PendingChange.delaySeconds + PendingChangePerformer.lifetimeSeconds)
        #expect(try perform().refusals.count == 1)
        #expect(try changes.lastDrop(of: event)?.reason == .expired)
        #expect(try status() == .published)

        _ = try changes.scheduleCancellation(of: event)
        _ = try festival.services.events.cancelEvent(event)
        #expect(try festival.makeScheduledChanges().refusals.count == 1)
        let last = try #require(try changes.lastDrop(of: event))
        #expect(last.reason == .changed && last.subject == .event)
        let sentence = last.sentence(at: .verbatim("14:02")).english
        #expect(sentence.hasPrefix("The cancellation of the event, scheduled at 14:02, was not made: "))
        let history = try festival.services.events.history(of: event).compactMap { DroppedChange($0) }
        #expect(history.count == 3 && history.allSatisfy { $0.subject == .event })
        #expect(try perform().refusals.isEmpty)
    }

    @Test("A repeated request returns the scheduled cancellation; another member can undo it, and a seller cannot")
    func repeated() throws {
        let (manager, seller) = (try festival.services(as: .manager), try festival.services(as: .seller))
        let change = try changes.scheduleCancellation(of: event)
        #expect(try changes.scheduleCancellation(of: event) == change)
        #expect(throws: SalesError.changePending) { try manager.pendingChanges.scheduleCancellation(of: event) }
        #expect(throws: ManagementError.self) { try seller.pendingChanges.scheduleCancellation(of: event) }
        #expect(throws: ManagementError.self) { try seller.pendingChanges.undo(change.id, of: event) }
        #expect(try manager.pendingChanges.undo(change.id, of: event) == change)
        #expect(throws: ManagementError.notPublished(.draft)) {
            try changes.scheduleCancellation(of: festival.draft())
        }
        // The money of an order is owed once, even if the refund of the order and the cancellation of the event are due
        // at the same time.
        let order = try festival.order(1, .cash)
        _ = try changes.scheduleCancellation(of: event)
        _ = try changes.scheduleRefund(.all, ofOrder: order.number, of: event, note: nil)
        let summary = try festival.makeScheduledChanges()
        #expect(summary.made + summary.refusals.count == 2)
        #expect(try festival.services.orders.order(order.number, of: event).refundLeft == 50_000)
        #expect(try festival.notices(.refundOwed).count == 1)
    }

    @Test("A cancellation with messages to over a hundred people is scheduled only after their number is confirmed")
    func many() throws {
        for number in 0...MessagePreview.confirmationLimit {
            _ = try festival.services.tickets.issue(
                .person(holder: "Grace", email: "grace\(number)@example.org", note: nil), type: festival.regular,
                of: event, signingWith: festival.ring)
        }
        #expect {
            _ = try changes.scheduleCancellation(of: event)
        } throws: { error in
            guard case ManagementError.tooManyRecipients(let change) = error else { return false }
            return change.people == MessagePreview.confirmationLimit + 1 && change.operation == .cancelEvent
        }
        #expect(try changes.cancellation(of: event) == nil)
        let confirmed = festival.services.allowingMessages(to: MessagePreview.confirmationLimit + 1).pendingChanges
        _ = try confirmed.scheduleCancellation(of: event)
        #expect(try festival.makeScheduledChanges().made == 1)
        #expect(try festival.notices(.eventCancelled).count == MessagePreview.confirmationLimit + 1)
    }
}
