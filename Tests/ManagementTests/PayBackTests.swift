import EventFixture
import Management
import Store
import Testing
import Ticketing

/// After a refund, the organizer owes the buyer an amount. The organizer pays this amount outside of this program, and
/// then records the payment.
@Suite("Recorded refunds", .everyEngine)
struct PayBackTests {
    private func festival() throws -> Festival {
        try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
    }

    /// Makes a paid order whose three tickets have all been refunded.
    private func refunded(_ festival: Festival) throws -> Order {
        let order = try festival.order(3, .cash)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        return order
    }

    private func ugx(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: "UGX") }

    @Test("A refund payment is refused if nothing is owed, if it exceeds the amount owed, or if its currency is wrong")
    func limits() throws {
        let festival = try festival()
        let (order, paid) = (try refunded(festival), try festival.order(1, .cash))
        func payBack(_ amount: Money?, _ order: Order) throws -> Order {
            try festival.services.orders.recordRefundPayment(amount, ofOrder: order.number, of: festival.event)
        }
        #expect(throws: SalesError.nothingOwed(paid.number)) { try payBack(nil, paid) }
        for wrong in [ugx(0), ugx(-5), Money(minorUnits: 5, currency: "EUR")] {
            #expect(throws: ManagementError.self) { try payBack(wrong, order) }
        }
        for tooMuch in [ugx(150_001), ugx(.max)] {
            #expect(throws: SalesError.moreThanOwed(order.number, tooMuch, owed: ugx(150_000))) {
                try payBack(tooMuch, order)
            }
        }
        #expect(try payBack(ugx(60_000), order).refundLeft == 90_000)
        #expect(throws: SalesError.moreThanOwed(order.number, ugx(90_001), owed: ugx(90_000))) {
            try payBack(ugx(90_001), order)
        }
        #expect(try payBack(nil, order).refundLeft == 0)
        #expect(throws: SalesError.nothingOwed(order.number)) { try payBack(nil, order) }
        let stored = try festival.services.orders.order(order.number, of: festival.event)
        #expect(stored.refundOwed == 150_000 && stored.refundPaid == 150_000)
        let total = try festival.services.reports.salesReport(of: festival.event).total
        #expect(total.refunds == 150_000 && total.paidBack == 150_000 && total.owed == 0)
    }

    @Test("A repeated request records no second payment; a request with the same ID but other contents is refused")
    func again() throws {
        let festival = try festival()
        let order = try refunded(festival)
        func payBack(_ amount: Int64?, _ reference: String?, _ request: String) throws -> Int64 {
            try festival.services.orders.recordRefundPayment(
                amount.map(ugx), ofOrder: order.number, of: festival.event, reference: reference, request: request
            ).refundLeft
        }
        #expect(try payBack(50_000, "R-1", "one") == 100_000)
        #expect(try payBack(50_000, "R-1", "one") == 100_000)
        #expect(try payBack(50_000, "R-2", "two") == 50_000)
        #expect(try payBack(50_000, "R-1", "one") == 50_000)
        #expect(throws: SalesError.requestReused("one")) { try payBack(40_000, "R-1", "one") }
        #expect(throws: SalesError.requestReused("one")) { try payBack(50_000, nil, "one") }
        let payments = try festival.services.orders.refundPayments(of: order, of: festival.event)
        #expect(payments.map(\.amount) == [50_000, 50_000] && payments.map(\.reference) == ["R-1", "R-2"])
        var trail: [String?] = []
        try festival.services.audit.forEachChange(of: festival.organizer()) {
            if $0.action == "payBackOrder" { trail.append($0.after["refund_paid"]) }
        }
        #expect(trail == ["50000 UGX", "100000 UGX"])
    }

    @Test("Of eight concurrent refund payments of the whole amount owed, only one succeeds")
    func raced() async throws {
        let festival = try festival()
        let order = try refunded(festival)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try festival.services.orders.recordRefundPayment(
                            nil, ofOrder: order.number, of: festival.event)
                        return true
                    } catch SalesError.nothingOwed {
                        return false
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count(where: \.self) == 1)
        #expect(try festival.services.orders.order(order.number, of: festival.event).refundPaid == 150_000)
    }

    @Test("After a deleted event is restored, an earlier refund payment is subtracted from amounts that are owed later")
    func restored() throws {
        let festival = try festival()
        let (first, second) = (try festival.order(2, .cash), try festival.order(1, .cash))
        let deleted = try festival.services.events.deleteEvent(festival.event).event
        _ = try festival.services.orders.recordRefundPayment(ugx(70_000), ofOrder: first.number, of: deleted)
        let event = try festival.services.events.restoreEvent(deleted).event
        func owed(_ order: Order) throws -> [Int64] {
            let order = try festival.services.orders.order(order.number, of: event)
            return [order.refundOwed, order.refundPaid, order.refundLeft]
        }
        #expect(try owed(first) == [0, 70_000, 0] && owed(second) == [0, 0, 0])
        let total = try festival.services.reports.salesReport(of: event).total
        #expect(total.refunds == 0 && total.paidBack == 70_000 && total.owed == 0)
        // Money that was already paid back to the buyer is not owed again.
        let ended = try festival.services.orders.refund(.all, ofOrder: first.number, of: event, note: nil)
        #expect(ended.refundsOwed == [ugx(30_000)])
        #expect(try owed(first) == [100_000, 70_000, 30_000])
        #expect(try festival.services.reports.salesReport(of: event).total.owed == 30_000)
    }
}
