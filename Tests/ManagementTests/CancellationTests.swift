import EventFixture
import Testing
import Ticketing

@testable import Management

@Suite("Cancelling many tickets", .everyEngine)
struct CancellationTests {
    private func codes(_ festival: Festival) throws -> [TicketCode] {
        try festival.services.tickets.tickets(of: festival.event, matching: .all, limit: 99).map(\.code)
    }

    @Test("A cancellation in batches cancels each ticket once, and sends one refund notice for each order")
    func batches() throws {
        let festival = try Festival(
            type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX"), quantity: 20))
        let order = try festival.order(3, .cash)
        _ = try festival.issue(4)
        let services = festival.services.tickets
        let unsold = try codes(festival).filter { try services.ticket($0, of: festival.event).sale == nil }
        _ = try services.block(unsold[0], of: festival.event, note: "lost")
        _ = try services.cancel(unsold[1], of: festival.event, note: nil)
        let all = try codes(festival)
        let plan = try services.cancellationPlan(all + [all[0]], of: festival.event)
        #expect(plan.tickets == 6 && plan.endedBefore == 1)
        var steps: [Int] = []
        let done = try services.cancelAll(plan, of: festival.event, note: "issued twice", batchSize: 2) {
            steps.append($0.cancelled)
        }
        // The tickets of one order are never split between two batches. So the second batch has four tickets, including
        // all three tickets of the order, although the batch size is two.
        #expect(steps == [2, 6] && done.cancelled == 6 && done.endedBefore == 1)
        #expect(done.refundsOwed.map(\.description) == ["150000 UGX"])
        #expect(try festival.notices(.refundOwed).count == 1)
        #expect(try festival.services.orders.order(order.number, of: festival.event).refundLeft == 150_000)
        #expect(try all.allSatisfy { try services.ticket($0, of: festival.event).status == .cancelled })
        #expect(try festival.counts().issued == 0)
        #expect(try services.cancellationPlan(all, of: festival.event).tickets == 0)
    }

    @Test("If a batch fails, the tickets of earlier batches stay cancelled; if a code is unknown, nothing is cancelled")
    func interrupted() throws {
        struct Stopped: Error {}
        let festival = try Festival()
        _ = try festival.issue(5)
        let services = festival.services.tickets
        let all = try codes(festival)
        let unknown = try #require(TicketCode(typed: "0000-0004"))
        #expect(throws: ManagementError.unknownTicket(unknown)) {
            try services.cancellationPlan(all + [unknown], of: festival.event)
        }
        let plan = try services.cancellationPlan(all, of: festival.event)
        #expect(throws: Stopped.self) {
            try services.cancelAll(plan, of: festival.event, note: nil, batchSize: 2) { _ in throw Stopped() }
        }
        #expect(try services.cancellationPlan(all, of: festival.event).tickets == 3)
        // The plan was made before the failed attempt, so it still contains the two cancelled tickets. They are
        // skipped.
        let rest = try services.cancelAll(plan, of: festival.event, note: nil)
        #expect(rest.cancelled == 3 && rest.endedBefore == 2)
    }
}
